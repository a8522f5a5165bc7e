import { refreshAll, waitFor } from '../../../src/index.js';
import { expect, test } from 'vitest';
import { abortListeners } from '../../support/abort-listeners.js';
import { failureOf } from '../../support/failure-of.js';
import { account, createFleetUnderTest, type FleetUnderTest } from './fleet-under-test.js';
import { databaseOf, usualAnswer } from './scripted-service.js';

const HOUR_MS = 3_600_000;

test('a subscriber that refreshes an id after each failure sends one request per 401', async () => {
  const { fleet, service, advance, errors } = createFleetUnderTest({ polling: { concurrency: 1 } });
  service.respond(() => ({ status: 401 }), 50);
  fleet.polling.pause();
  const ids = ['a', 'b', 'c', 'd'];
  let retries = 0;
  for (const id of ids)
    fleet.databases.entry(id).subscribe(({ error, fetching }) => {
      if (error === undefined || fetching) return;
      if ((retries += 1) > 1000) throw new Error('endless');
      fleet.databases.refresh(id).catch(() => {});
    });
  for (const id of ids) fleet.databases.refresh(id).catch(() => {});
  await advance(60);
  expect(errors).toEqual([]);
  expect(retries).toBe(4);
  expect(service.requests).toHaveLength(2);
});

test('a 401 fails all waiting requests in one change for a subscriber', async () => {
  const { fleet, service, advance } = createFleetUnderTest({ polling: { concurrency: 1 } });
  service.respond(() => ({ status: 401 }), 50);
  const ids = ['a', 'b', 'c'];
  const calls = ids.map((id) => failureOf(fleet.databases.refresh(id)));
  const seen: unknown[] = [];
  fleet.databases.entry('b').subscribe(({ error }) => {
    if (error) seen.push(fleet.databases.entry('c').value.error?.code);
  });
  await advance(60);
  await Promise.all(calls);
  expect(seen).toEqual(['unauthorized']);
});

test('dispose in a subscriber leaves no listener on the signal of the refresh that notified it', async () => {
  const { fleet } = createFleetUnderTest();
  const { signal } = new AbortController();
  fleet.databases.entry('a').subscribe(({ fetching }) => fetching && fleet.dispose());
  fleet.polling.pause();
  expect((await failureOf(fleet.databases.refresh('a', { signal }))).code).toBe('disposed');
  expect(abortListeners(signal)).toBe(0);
});

test('a refresh right after dispose rejects, also while the aborted request for its id ends', async () => {
  const { fleet, service, advance } = createFleetUnderTest();
  service.respond(() => undefined);
  fleet.databases.track('a');
  fleet.indices.track();
  await advance(10);
  expect(service.inFlight).toBe(2);
  fleet.dispose();
  const codes: string[] = [];
  const note = (error: { code: string }): void => void codes.push(error.code);
  fleet.databases.refresh('a').catch(note);
  fleet.indices.refresh().catch(note);
  await advance(60_000);
  expect(codes).toEqual(['disposed', 'disposed']);
});

test('an id that is removed while refreshAll first reads it is forgotten', async () => {
  const { fleet, service, advance } = createFleetUnderTest();
  fleet.polling.pause();
  service.respond(usualAnswer, 10_000);
  fleet.databases.add('a');
  const reading = refreshAll(fleet);
  await advance(100);
  fleet.databases.remove('a');
  await advance(20_000);
  await reading;
  expect(fleet.databases.entry('a').value.status).toBe('fresh');
  await advance(HOUR_MS);
  expect(fleet.databases.entry('a').value.status).toBe('unknown');
});

/** Lets the request that starts within this time end with this status after the fleet has got other credentials. */
async function endAfterNewCredentials({ fleet, service, advance }: FleetUnderTest, withinMs: number, status: number) {
  const answers = service.hold();
  await advance(withinMs);
  expect(service.inFlight).toBe(1);
  fleet.setCredentials({ ...account, password: 'another' });
  service.respond(usualAnswer);
  answers[0]?.({ status });
  await advance(100);
}

test('an id whose request ends with 401 after setCredentials is requested with the new credentials at once', async () => {
  const under = createFleetUnderTest();
  const { fleet, service, advance } = under;
  fleet.databases.track('a');
  await advance(1000);
  await endAfterNewCredentials(under, 61_000, 401);
  expect(fleet.databases.entry('a').value.status).toBe('fresh');
  expect(service.requests).toHaveLength(3);
});

test('the list whose request ends with 401 after setCredentials shows no error, and is requested again at once', async () => {
  const under = createFleetUnderTest();
  const { fleet, service, advance } = under;
  const codes: unknown[] = [];
  fleet.indices.status.subscribe(({ error }) => codes.push(error?.code));
  await advance(1000);
  await endAfterNewCredentials(under, 31_000, 401);
  expect(fleet.indices.status.value).toMatchObject({ status: 'fresh', fetching: false });
  expect(codes.filter((code) => code !== undefined)).toEqual([]);
  expect(service.requests).toHaveLength(3);
});

test('a waitFor continues when its request ends with 401 after setCredentials', async () => {
  const { fleet, service, advance } = createFleetUnderTest();
  fleet.databases.track('a');
  await advance(1000);
  const answers = service.hold();
  const waiting = waitFor(fleet, 'a', ({ state }) => state === 'passive');
  await advance(3000);
  fleet.setCredentials({ ...account, password: 'another' });
  service.respond(({ id }) => ({ json: databaseOf(id, { state: 'passive' }) }));
  answers[0]?.({ status: 401 });
  await advance(100);
  expect(await waiting).toMatchObject({ state: 'passive' });
});

test('an id that another account does not have is requested with the new credentials at once', async () => {
  const { fleet, service, advance } = createFleetUnderTest();
  service.respond(() => ({ status: 404 }));
  fleet.databases.add('a');
  await advance(1000);
  expect(fleet.databases.entry('a').value.status).toBe('missing');
  service.respond(usualAnswer);
  fleet.setCredentials({ ...account, password: 'another' });
  await advance(100);
  expect(fleet.databases.entry('a').value.status).toBe('fresh');
});

test('an id whose 404 comes after setCredentials is not missing, and is requested again at once', async () => {
  const under = createFleetUnderTest();
  const { fleet, service } = under;
  const statuses: string[] = [];
  fleet.databases.entry('a').subscribe(({ status }) => statuses.push(status));
  await endAfterNewCredentials(under, 100, 404);
  expect(statuses.at(-1)).toBe('fresh');
  expect(statuses).not.toContain('missing');
  expect(service.requests).toHaveLength(2);
});
