import { fetchCredentials, upsertDatabase } from '../../../src/index.js';
import { expect, test } from 'vitest';
import type { Database } from '../../../src/core/records/database.js';
import { failureOf } from '../../support/failure-of.js';
import { createFleetUnderTest, quick } from './fleet-under-test.js';
import { databaseOf, type SentRequest } from './scripted-service.js';

const PASSWORD = 'CANARY-of-the-database';

/** Sends the password unless the request hides credentials. */
function answerWithPassword({ id, query }: SentRequest) {
  return { json: databaseOf(id, query === '?credentials=hide' ? {} : { password: PASSWORD }) };
}

test('`fetchCredentials` reads the credentials of one database, and all other reads hide them', async () => {
  const { fleet, service, advance } = createFleetUnderTest({ polling: quick });
  service.respond(answerWithPassword);
  fleet.databases.add(['a', 'b']);
  await advance(1);
  expect(fleet.databases.credentials('a')).toBeUndefined();
  expect(await fetchCredentials(fleet, 'a')).toEqual({ password: PASSWORD });
  await advance(120_000);
  expect(fleet.databases.credentials('a')).toEqual({ password: PASSWORD });
  expect(fleet.databases.credentials('b')).toBeUndefined();
  expect(service.requests.filter(({ query }) => query === '').map(({ id }) => id)).toEqual(['a']);
});

test('a read in flight that hides credentials is followed by one that asks for them', async () => {
  const { fleet, service, advance } = createFleetUnderTest();
  service.respond(answerWithPassword, 100);
  const hidden = fleet.databases.refresh('a');
  const credentials = fetchCredentials(fleet, 'a');
  await advance(200);
  expect(await credentials).toEqual({ password: PASSWORD });
  expect(await hidden).not.toHaveProperty('password');
  expect(service.requests.map(({ query }) => query)).toEqual(['?credentials=hide', '']);
});

test('credentials are read once, however often an upserted record replaces the answer', async () => {
  const { fleet, service, advance } = createFleetUnderTest();
  service.respond(answerWithPassword, 100);
  const all = Promise.all([1, 2].map(() => fetchCredentials(fleet, 'a')));
  for (let put = 0; put < 10; put++) {
    upsertDatabase(fleet, databaseOf('a', { state: `state-${put}` }) as Database);
    await advance(30);
  }
  expect(await all).toEqual(Array(2).fill({ password: PASSWORD }));
  expect(fleet.databases.record('a').value?.state).toBe('state-9');
  expect(service.requests.map(({ query }) => query)).toEqual(['']);
});

test('after an aborted call, reads hide credentials again', async () => {
  const { fleet, service, advance } = createFleetUnderTest();
  service.respond(answerWithPassword, 100);
  const controller = new AbortController();
  const call = failureOf(fetchCredentials(fleet, 'a', { signal: controller.signal }));
  await advance(50);
  controller.abort();
  expect(await call).toMatchObject({ code: 'aborted' });
  const refreshed = fleet.databases.refresh('a');
  await advance(100);
  await refreshed;
  expect(service.requests.map(({ query }) => query)).toEqual(['', '?credentials=hide']);
});

test('a fleet without an account, such as behind the proxy, refuses with `forbidden` and sends nothing', async () => {
  const { fleet, service } = createFleetUnderTest({ credentials: undefined });
  expect(await failureOf(fetchCredentials(fleet, 'a'))).toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('behind a proxy'),
  });
  expect(service.requests).toEqual([]);
  fleet.setCredentials({ username: 'u', password: 'p' });
  service.respond(answerWithPassword);
  expect(await fetchCredentials(fleet, 'a')).toEqual({ password: PASSWORD });
});

test('an answer without credentials resolves with `undefined`; an invalid id and a refusal reject', async () => {
  const { fleet, service } = createFleetUnderTest();
  expect(await fetchCredentials(fleet, 'a')).toBeUndefined();
  expect(await failureOf(fetchCredentials(fleet, 'a/b'))).toMatchObject({ code: 'invalid-request' });
  service.respond(() => ({ status: 404 }));
  expect(await failureOf(fetchCredentials(fleet, 'a'))).toMatchObject({ code: 'not-found' });
});

test('an account that may read records but not credentials keeps its polls, their pace and fresh rows', async () => {
  const { fleet, service, advance } = createFleetUnderTest({ polling: { ...quick, cadence: () => 60_000 } });
  service.respond(({ id, query }) => (query === '' ? { status: 403 } : { json: databaseOf(id) }));
  const ids = ['a', 'b', 'c', 'd'];
  fleet.databases.add(ids);
  await advance(1);
  const failures = Promise.all(ids.map((id) => failureOf(fetchCredentials(fleet, id))));
  await advance(1);
  for (const failure of await failures) expect(failure).toMatchObject({ code: 'forbidden', status: 403 });
  expect(fleet.polling.status.value.state).toBe('running');
  for (const id of ids) {
    expect(fleet.databases.entry(id).value).toMatchObject({ status: 'fresh', fetching: false });
    expect(fleet.databases.entry(id).value.error).toBeUndefined();
  }
  service.clear();
  await advance(30_000);
  expect(service.timesOf('a')).toEqual([]);
  await advance(60_000);
  expect(service.timesOf('a')).toHaveLength(1);
});

test.each([
  ['earlier', true],
  ['later', false],
])('a refresh that is made %s and shares a refused read of credentials gets the record', async (_, isEarlier) => {
  const { fleet, service, advance } = createFleetUnderTest({ polling: { concurrency: 1 } });
  service.respond(({ id, query }) => (query === '' ? { status: 403 } : { json: databaseOf(id) }), 100);
  // Both calls wait for the end of this request.
  void fleet.databases.refresh('b');
  const early = isEarlier ? fleet.databases.refresh('a') : undefined;
  const fetched = failureOf(fetchCredentials(fleet, 'a'));
  const refreshed = early ?? fleet.databases.refresh('a');
  await advance(1000);
  expect(await fetched).toMatchObject({ code: 'forbidden' });
  expect(await refreshed).toEqual(databaseOf('a'));
});
