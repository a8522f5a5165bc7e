import { expect, test } from 'vitest';
import { databaseEntry } from '../../src/bindings/queries.js';
import type { DatabaseOptions } from '../../src/bindings/selection.js';
import { throwOnError, type DatabaseEntry } from '../../src/bindings/tracked-entry.js';
import { createFleetUnderTest, holdRequests } from '../core/fleet/fleet-under-test.js';
import { databaseOf } from '../core/fleet/scripted-service.js';

/** Follows the entry of `a`, as a component does. */
async function setUp(options: DatabaseOptions = {}) {
  const underTest = createFleetUnderTest();
  const { fleet, service } = underTest;
  await fleet.databases.refresh('a');
  const viewOf = databaseEntry(fleet, options);
  const view = viewOf('a');
  const seen: (DatabaseEntry | undefined)[] = [];
  view.subscribe((entry) => void seen.push(entry));
  async function change(fields: object): Promise<void> {
    service.respond(({ id }) => ({ json: databaseOf(id, fields) }));
    await fleet.databases.refresh('a');
  }
  return { ...underTest, viewOf, view, seen, change, now: () => view.value as DatabaseEntry };
}

test('every change counts until a member is read', async () => {
  const { fleet, seen } = await setUp();
  await fleet.databases.refresh('a');
  expect(seen).toHaveLength(3);
});

test('an entry keeps its reference while what was read stays, and what is read late is the newest', async () => {
  const { fleet, seen, now, advance } = await setUp();
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
  const { now, change, seen } = await setUp();
  const [first, record] = [now(), now().record];
  await change({ database_name: 'new' });
  expect(now()).not.toBe(first);
  expect(first.record).toBe(record);
  expect(now().record).toMatchObject({ database_name: 'new' });
  expect(seen).toHaveLength(2);
});

test('a rest or a spread reads all members, whose values are those of the entry of the fleet', async () => {
  const { fleet, now, seen } = await setUp();
  const { id, refetch, ...rest } = now();
  expect({ id, ...rest }).toEqual({ error: undefined, ...fleet.databases.entry('a').value });
  expect(Object.isFrozen(now())).toBe(true);
  await fleet.databases.refresh('a');
  expect(seen.length).toBeGreaterThan(2);
  expect({ ...now() }.refetch).toBe(refetch);
});

test('what was read is remembered for the next id', async () => {
  const { fleet, viewOf, now } = await setUp();
  expect(now().status).toBe('fresh');
  await fleet.databases.refresh('b');
  const next = viewOf('b');
  const entry = next.value;
  await fleet.databases.refresh('b');
  expect(next.value).toBe(entry);
});

test('with `keepPrevious`, a late read of an earlier entry does not bring it back', async () => {
  const { fleet, viewOf, now } = await setUp({ keepPrevious: true });
  await fleet.databases.refresh('b');
  const earlier = now();
  expect(viewOf('b').value?.id).toBe('b');
  expect(earlier.status).toBe('fresh');
  expect(viewOf('c').value?.id).toBe('b');
});

test('`refetch` keeps its reference, asks at once, and never rejects', async () => {
  const underTest = await setUp();
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
  const { service, viewOf } = await setUp({ keepPrevious: true });
  const kept = viewOf('b').value;
  expect(kept?.id).toBe('a');
  service.clear();
  await kept?.refetch();
  expect(service.requests.map(({ id }) => id)).toEqual(['b']);
});
