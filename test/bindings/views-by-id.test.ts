import { expect, test } from 'vitest';
import { database, databaseEntry, vectorIndex, type Query } from '../../src/bindings/queries.js';
import type { Id } from '../../src/bindings/views-by-id.js';
import type { Fleet } from '../../src/index.js';
import { createFleetUnderTest } from '../core/fleet/fleet-under-test.js';
import { usualAnswer, type Script } from '../core/fleet/scripted-service.js';

/** Reads a query with `keepPrevious`, as a component does: it subscribes to the view of its current id. */
function follow<T>(fleet: Fleet, query: Query<[Id], T>, keepPrevious = true): { show(id: Id): void; last(): T } {
  const viewOf = query(fleet, keepPrevious);
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
