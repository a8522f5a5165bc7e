import { expect, test } from 'vitest';
import { prefetch } from '../../src/bindings/prefetch.js';
import {
  database,
  databaseEntries,
  databaseEntry,
  databases,
  vectorIndex,
  type Query,
} from '../../src/bindings/queries.js';
import type { DatabaseOptions } from '../../src/bindings/selection.js';
import type { Id } from '../../src/bindings/views-by-id.js';
import { upsertDatabase, type Database, type Fleet } from '../../src/index.js';
import { createFleetUnderTest, idsUpTo } from '../core/fleet/fleet-under-test.js';
import { databaseOf, usualAnswer, type Script } from '../core/fleet/scripted-service.js';

/** Reads a query with `keepPrevious`, as a component does: it subscribes to the view of its current id. */
function follow<T>(
  fleet: Fleet,
  query: Query<[Id], T>,
  options: DatabaseOptions = { keepPrevious: true },
): { show(id: Id): void; last(): T } {
  const viewOf = query(fleet, options);
  let view = viewOf(undefined);
  let subscription = view.subscribe(() => {});
  return {
    show(id) {
      subscription.unsubscribe();
      view = viewOf(id);
      subscription = view.subscribe(() => void view.value);
    },
    last: () => view.value,
  };
}

/** Answers every request except those for `b`. */
const withoutB: Script = (request) => (request.id === 'b' ? undefined : usualAnswer(request));

async function setUp() {
  const underTest = createFleetUnderTest();
  const { fleet, service } = underTest;
  const record = await fleet.databases.refresh('a');
  const records = follow(fleet, database);
  const entries = follow(fleet, databaseEntry);
  const show = (id: Id): void => [records, entries].forEach((each) => each.show(id));
  const ids = (): unknown[] => [records.last()?.database_id, entries.last()?.id];
  show('a');
  service.respond(withoutB);
  return { ...underTest, record, records, entries, show, ids };
}

test('the last record that was shown stays over several changes of the id', async () => {
  const { service, show, ids, advance } = await setUp();
  show('b');
  service.respond(usualAnswer, 1_000);
  show('c');
  await advance(500);
  expect(ids()).toEqual(['a', 'a']);
  await advance(500);
  await expect.poll(ids).toEqual(['c', 'c']);
});

test.each([
  ['fails', 500, 'unknown'],
  ['does not exist', 404, 'missing'],
])('nothing of the previous id is shown after the new id %s', async (_, status, entryStatus) => {
  const { service, show, ids, entries, advance } = await setUp();
  service.respond(() => ({ status }), 1_000);
  show('b');
  await advance(500);
  expect(ids()).toEqual(['a', 'a']);
  await advance(500);
  await expect.poll(ids).toEqual([undefined, 'b']);
  expect(entries.last()).toMatchObject({ id: 'b', status: entryStatus, record: undefined });
});

test('the previous vector index is not shown for an id that the list does not have', async () => {
  const { fleet, service, advance } = createFleetUnderTest();
  service.respond(() => ({ json: [{ id: 'i', name: 'i' }] }));
  await fleet.indices.refresh();
  const { show, last } = follow(fleet, vectorIndex);
  show('i');
  expect(last()).toMatchObject({ id: 'i' });
  show('k');
  await advance(0);
  await expect.poll(last).toBeUndefined();
});

test('`everyMs` and `passive` are those of the view, and a wrong one is an error and no invalid id', async () => {
  const { fleet, service, advance } = createFleetUnderTest();
  follow(fleet, database, { passive: true }).show('a');
  follow(fleet, databaseEntry, { passive: true, keepPrevious: true }).show('a');
  await advance(60_000);
  expect(service.requests).toEqual([]);
  follow(fleet, database, { everyMs: 1_000 }).show('b');
  await advance(10_000);
  expect(service.requests.length).toBeGreaterThan(8);
  for (const query of [database, databaseEntry])
    expect(() => query(fleet, { everyMs: -1 })('a')).toThrow(expect.objectContaining({ code: 'invalid-request' }));
  for (const query of [database, databaseEntry, databases])
    expect(() => query(fleet, { everyMs: -5 })(undefined)).toThrow(
      expect.objectContaining({ code: 'invalid-request' }),
    );
});

test('the ids of a list share no previous record, although an option of JavaScript asks for it', async () => {
  const { fleet } = createFleetUnderTest();
  await fleet.databases.refresh('a');
  const options = { keepPrevious: true };
  const [records, entries] = [databases(fleet, options), databaseEntries(fleet, options)];
  for (const ids of [['a'], ['a', 'b']]) {
    expect(records(ids).value.map((each) => each.database_id)).toEqual(['a']);
    expect(entries(ids).value.map(({ id }) => id)).toEqual(ids);
  }
});

test('`null` in place of ids stands for all databases, and a text is refused', async () => {
  const { fleet } = createFleetUnderTest();
  expect(databases(fleet, {})(null)).toBe(fleet.databases.all);
  for (const query of [databases, databaseEntries])
    expect(() => query(fleet, {})('abc' as never)).toThrow(new TypeError('Expected an array of ids, such as [id].'));
});

test('a list of 10,000 ids notifies once for each commit, and keeps its reference', async () => {
  const { fleet } = createFleetUnderTest();
  fleet.polling.pause();
  for (const id of idsUpTo(10_000)) upsertDatabase(fleet, databaseOf(id) as Database);
  const view = databases(fleet, {})(idsUpTo(10_000));
  let calls = 0;
  const subscription = view.subscribe(() => void (calls += 1));
  expect([view.value.length, calls, view.value === view.value]).toEqual([10_000, 1, true]);
  await Promise.resolve();
  upsertDatabase(fleet, databaseOf('id-7', { database_name: 'new' }) as Database);
  expect(view.value[7]).toMatchObject({ database_name: 'new' });
  expect(calls).toBe(2);
  subscription.unsubscribe();
  upsertDatabase(fleet, databaseOf('id-8', { database_name: 'new' }) as Database);
  await Promise.resolve();
  expect(calls).toBe(2);
});

test('a prefetch never rejects, and sends nothing for a record that is young enough', async () => {
  const { fleet, service } = createFleetUnderTest();
  await prefetch(fleet, 'a');
  await prefetch(fleet, 'a', { maxAgeMs: 10_000 });
  expect(service.requests).toHaveLength(1);
  expect(database(fleet, {})('a').value).toMatchObject({ database_id: 'a' });
  service.respond(() => ({ status: 404 }));
  await prefetch(fleet, 'b');
  await prefetch(fleet, '..');
  expect(() => prefetch(fleet, 'a', { maxAgeMs: -1 })).toThrow(expect.objectContaining({ code: 'invalid-request' }));
  await prefetch(fleet, 'a', { signal: AbortSignal.abort() });
  fleet.dispose();
  await prefetch(fleet, 'a');
  expect(service.requests.map(({ id }) => id)).toEqual(['a', 'b']);
});
