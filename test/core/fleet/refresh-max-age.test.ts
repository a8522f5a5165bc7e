import { dehydrate } from '../../../src/index.js';
import { expect, test } from 'vitest';
import { failureOf } from '../../support/failure-of.js';
import { createFleetUnderTest } from './fleet-under-test.js';
import { databaseOf, usualAnswer } from './scripted-service.js';

test('a record that is younger than `maxAgeMs` is returned without a request, until an abort or the end', async () => {
  const { fleet, service, advance } = createFleetUnderTest();
  const record = await fleet.databases.refresh('a', { maxAgeMs: Infinity });
  await advance(999);
  expect(await fleet.databases.refresh('a', { maxAgeMs: 1000 })).toBe(record);
  expect(service.requests).toHaveLength(1);
  await advance(1);
  for (const maxAgeMs of [1000, 0]) await fleet.databases.refresh('a', { maxAgeMs });
  expect(service.requests).toHaveLength(3);
  const aborted = fleet.databases.refresh('a', { maxAgeMs: Infinity, signal: AbortSignal.abort() });
  expect(await failureOf(aborted)).toMatchObject({ code: 'aborted' });
  fleet.dispose();
  expect(await failureOf(fleet.databases.refresh('a', { maxAgeMs: Infinity }))).toMatchObject({ code: 'disposed' });
});

test('an old record joins the request in flight, and a recent one does not wait for it', async () => {
  const { fleet, service, advance } = createFleetUnderTest();
  const record = await fleet.databases.refresh('a');
  await advance(1000);
  service.respond(({ id }) => ({ json: databaseOf(id, { state: 'suspended' }) }), 100);
  const first = fleet.databases.refresh('a');
  const joined = fleet.databases.refresh('a', { maxAgeMs: 500 });
  expect(await fleet.databases.refresh('a', { maxAgeMs: 5000 })).toBe(record);
  await advance(100);
  expect((await joined).state).toBe('suspended');
  expect(await joined).toBe(await first);
  expect(service.requests).toHaveLength(2);
});

test('a stale record is returned if it is young enough, and the record of a missing database never', async () => {
  const { fleet, service, refuseWith } = createFleetUnderTest();
  const record = await fleet.databases.refresh('a');
  await refuseWith(500);
  expect(await fleet.databases.refresh('a', { maxAgeMs: 1000 })).toBe(record);
  await refuseWith(404);
  expect(await failureOf(fleet.databases.refresh('a', { maxAgeMs: Infinity }))).toMatchObject({ code: 'not-found' });
  expect(service.requests).toHaveLength(4);
});

test('a record whose confirmation lies in the future is requested', async () => {
  const { fleet, service, clock } = createFleetUnderTest();
  await fleet.databases.refresh('a');
  const snapshot = dehydrate(fleet);
  const databases = snapshot.databases.map((entry) => ({ ...entry, confirmedAt: clock.now() + 60_000 }));
  const other = createFleetUnderTest({ snapshot: { ...snapshot, databases }, clock });
  other.service.respond(usualAnswer);
  await other.fleet.databases.refresh('a', { maxAgeMs: Infinity });
  expect([service.requests.length, other.service.requests.length]).toEqual([1, 1]);
});
