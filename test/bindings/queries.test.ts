import { useDebugValue as ofPreact } from 'preact/hooks';
import { useDebugValue as ofReact } from 'react';
import { expect, test } from 'vitest';
import { createCreationHook, useQuery, type HookFramework } from '../../src/bindings/hooks.js';
import { prefetch } from '../../src/bindings/prefetch.js';
import { framework as preact } from '../../src/bindings/preact/use-view.js';
import {
  database,
  databaseEntries,
  databaseEntry,
  databases,
  vectorIndex,
  type Query,
} from '../../src/bindings/queries.js';
import { framework as react } from '../../src/bindings/react/use-view.js';
import type { DatabaseOptions } from '../../src/bindings/selection.js';
import { throwOnError, type DatabaseEntry } from '../../src/bindings/tracked-entry.js';
import type { Id } from '../../src/bindings/views-by-id.js';
import type { Fleet } from '../../src/index.js';
import { createFleetUnderTest, holdRequests } from '../core/fleet/fleet-under-test.js';

/** Reads a query with `keepPrevious`, as a component does: it subscribes to the view of its current id. */
function follow<T>(fleet: Fleet, query: Query<[Id], T>, options: DatabaseOptions = { keepPrevious: true }) {
  const viewOf = query(fleet, options);
  let view = viewOf(undefined);
  let subscription = view.subscribe(() => {});
  return {
    show(id: Id) {
      subscription.unsubscribe();
      view = viewOf(id);
      subscription = view.subscribe(() => void view.value);
    },
    last: () => view.value,
  };
}

test.each([
  ['fails', 500, 'unknown'],
  ['does not exist', 404, 'missing'],
])('nothing of the previous id is shown after the new id %s', async (_, status, entryStatus) => {
  const { fleet, service, advance } = createFleetUnderTest();
  await fleet.databases.refresh('a');
  const [records, entries] = [follow(fleet, database), follow(fleet, databaseEntry)];
  const show = (id: Id): void => [records, entries].forEach((each) => each.show(id));
  const ids = (): unknown[] => [records.last()?.database_id, entries.last()?.id];
  show('a');
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

test('`everyMs` and `passive` reach the view, and an invalid value throws as an option, not as an id', async () => {
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

test('`null` in place of ids stands for all databases, and a text is refused', async () => {
  const { fleet } = createFleetUnderTest();
  expect(databases(fleet, {})(null)).toBe(fleet.databases.all);
  for (const query of [databases, databaseEntries])
    expect(() => query(fleet, {})('abc' as never)).toThrow(new TypeError('Expected an array of ids, such as [id].'));
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

/** Follows the entry of `a`, as a component does. */
async function followEntry(options: DatabaseOptions = {}) {
  const underTest = createFleetUnderTest();
  const { fleet, answerWith } = underTest;
  await fleet.databases.refresh('a');
  const viewOf = databaseEntry(fleet, options);
  const view = viewOf('a');
  const seen: (DatabaseEntry | undefined)[] = [];
  view.subscribe((entry) => void seen.push(entry));
  const change = (fields: object) => answerWith('a', fields);
  return { ...underTest, viewOf, view, seen, change, now: () => view.value as DatabaseEntry };
}

test('an entry keeps its reference while what was read stays, and what is read late is the newest', async () => {
  const { fleet, seen, now, advance } = await followEntry();
  const entry = now();
  expect(entry.record?.database_id).toBe('a');
  await advance(5_000);
  await fleet.databases.refresh('a');
  expect(now()).toBe(entry);
  expect(seen).toHaveLength(1);
  expect(entry.confirmedAt).toBe(fleet.databases.entry('a').value.confirmedAt);
  await advance(5_000);
  await fleet.databases.refresh('a');
  // Now `confirmedAt` is read too.
  expect(seen.at(-1)).not.toBe(entry);
});

test('an entry that was replaced keeps the values that were read', async () => {
  const { now, change, seen } = await followEntry();
  const [first, record] = [now(), now().record];
  await change({ database_name: 'new' });
  expect(now()).not.toBe(first);
  expect(first.record).toBe(record);
  expect(now().record).toMatchObject({ database_name: 'new' });
  expect(seen).toHaveLength(2);
});

test('a rest or a spread reads all members, whose values are those of the entry of the fleet', async () => {
  const { fleet, now, seen } = await followEntry();
  const { id, refetch, ...rest } = now();
  expect({ id, ...rest }).toEqual({ error: undefined, ...fleet.databases.entry('a').value });
  expect(Object.isFrozen(now())).toBe(true);
  await fleet.databases.refresh('a');
  expect(seen.length).toBeGreaterThan(2);
  expect({ ...now() }.refetch).toBe(refetch);
});

test('what was read is remembered for the next id', async () => {
  const { fleet, viewOf, now } = await followEntry();
  expect(now().status).toBe('fresh');
  await fleet.databases.refresh('b');
  const next = viewOf('b');
  const entry = next.value;
  await fleet.databases.refresh('b');
  expect(next.value).toBe(entry);
});

test('with `keepPrevious`, a late read of an earlier entry does not bring it back', async () => {
  const { fleet, viewOf, now } = await followEntry({ keepPrevious: true });
  await fleet.databases.refresh('b');
  const earlier = now();
  expect(viewOf('b').value?.id).toBe('b');
  expect(earlier.status).toBe('fresh');
  expect(viewOf('c').value?.id).toBe('b');
});

test('`refetch` keeps its reference, asks at once, and never rejects', async () => {
  const underTest = await followEntry();
  const { fleet, service, now, change } = underTest;
  const { refetch } = now();
  service.clear();
  await refetch();
  expect(service.requests.map(({ id }) => id)).toEqual(['a']);
  service.respond(() => ({ status: 500 }));
  await refetch();
  expect(now().error).toMatchObject({ code: 'unavailable' });
  await change({ port: 7 });
  expect(now().refetch).toBe(refetch);
  await holdRequests(underTest);
  await refetch();
  fleet.dispose();
  await refetch();
  expect(now().record).toMatchObject({ port: 7 });
  expect(await databaseEntry(fleet, {})('a/b').value?.refetch()).toBeUndefined();
});

test('throwOnError returns the record, also beside an error, and throws the error of an entry without a record', async () => {
  const { fleet, service } = createFleetUnderTest();
  const entryOf = (id: string) => fleet.databases.entry(id).value;
  expect(throwOnError(entryOf('a'))).toBeUndefined();
  const record = await fleet.databases.refresh('a');
  service.respond(() => ({ status: 404 }));
  for (const id of ['a', 'b']) await fleet.databases.refresh(id).catch(() => {});
  expect(throwOnError(entryOf('a'))).toBe(record);
  expect(() => throwOnError(entryOf('b'))).toThrow(expect.objectContaining({ code: 'not-found' }));
});

test('`refetch` of an entry that `keepPrevious` keeps requests the new id', async () => {
  const { service, viewOf } = await followEntry({ keepPrevious: true });
  const kept = viewOf('b').value;
  expect(kept?.id).toBe('a');
  service.clear();
  await kept?.refetch();
  expect(service.requests.map(({ id }) => id)).toEqual(['b']);
});

test('the devtools of React and Preact show ids and a status: short, and nothing of a record', async () => {
  const { fleet, answerWith } = createFleetUnderTest();
  await answerWith('a', { database_name: 'CANARY', password: 'CANARY' });
  const shown: unknown[] = [];
  const framework: HookFramework = {
    useFleet: () => fleet,
    useMemo: (create) => create(),
    useEffect: () => {},
    useView: (view) => view.value as never,
    useDebugValue: (value, format) => void shown.push(format?.(value) ?? value),
  };
  useQuery(framework, database, ['a']);
  useQuery(framework, database, ['x'.repeat(200)]);
  useQuery(framework, database, [undefined]);
  useQuery(framework, databases, [['a', 'b']]);
  createCreationHook(framework)();
  expect(shown).toEqual(['a', 'x'.repeat(40), '', 'ids: 2', 'idle']);
  expect([react.useDebugValue, preact.useDebugValue]).toEqual([ofReact, ofPreact]);
});
