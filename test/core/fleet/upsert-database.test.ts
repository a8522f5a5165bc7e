import { upsertDatabase, dehydrate } from '../../../src/index.js';
import { describe, expect, test } from 'vitest';
import { decodeDatabase } from '../../../src/core/records/decode.js';
import { exactInt64 } from '../../../src/core/records/exact-int64.js';
import type { Database } from '../../../src/core/records/database.js';
import { errorOf, failureOf } from '../../support/failure-of.js';
import { named, notAnObject, throwing } from '../../support/hostile-values.js';
import { createLeakSearch } from '../../support/leaks.js';
import type { FleetError } from '../../../src/core/shared/fleet-error.js';
import { account, createFleetUnderTest, quick, type FleetUnderTest } from './fleet-under-test.js';
import { databaseOf, usualAnswer } from './scripted-service.js';
import { watchSinks } from './watch-sinks.js';

const recordOf = (id: string, fields: object = {}): Database => databaseOf(id, fields) as Database;

function stateOf({ fleet }: FleetUnderTest, id = 'a'): [string, string | undefined] {
  const { status, record } = fleet.databases.entry(id).value;
  return [status, record?.state];
}

describe('upsertDatabase', () => {
  test('shows a copy of the record without its credentials at once, as a fresh entry of its time', () => {
    const { fleet, clock } = createFleetUnderTest();
    const readAt = clock.now() - 5000;
    const odd = ['one'];
    upsertDatabase(fleet, recordOf('a', { state: 'suspended', odd, password: 'CANARY' }), { readAt });
    // Only the copy is frozen.
    odd.push('two');
    expect(fleet.databases.entry('a').value).toEqual({
      id: 'a',
      status: 'fresh',
      fetching: false,
      record: recordOf('a', { state: 'suspended', odd: ['one'] }),
      confirmedAt: readAt,
      changedAt: readAt,
    });
  });

  test('sends no request and makes no id known; the record is kept for `retainMs`', async () => {
    const { fleet, service, advance } = createFleetUnderTest({ retainMs: 60_000 });
    upsertDatabase(fleet, recordOf('a'));
    await advance(40_000);
    upsertDatabase(fleet, recordOf('a'));
    await advance(59_000);
    expect(fleet.databases.record('a').value).toBeDefined();
    expect([fleet.databases.known.value, fleet.databases.all.value]).toEqual([[], []]);
    await advance(1000);
    expect(fleet.databases.entry('a').value).toMatchObject({ status: 'unknown', record: undefined });
    expect(service.requests).toEqual([]);
  });

  test('keeps every digit of a record of the client', () => {
    const { fleet } = createFleetUnderTest();
    const { record } = decodeDatabase('{"database_id":"a","db_request_limit":9007199254740993}');
    upsertDatabase(fleet, record as Database);
    expect(exactInt64(fleet.databases.record('a').value as Database, 'db_request_limit')).toBe(9007199254740993n);
  });

  test('before `add` and directly after it delays the first poll by the age of the record', async () => {
    const { fleet, service, advance } = createFleetUnderTest();
    upsertDatabase(fleet, recordOf('a'));
    fleet.databases.add(['a', 'b']);
    upsertDatabase(fleet, recordOf('b'));
    await advance(1000);
    expect(service.requests).toEqual([]);
    await advance(60_000);
    expect(service.requests.map(({ id }) => id).sort()).toEqual(['a', 'b']);
  });
});

describe('the order of reading:', () => {
  test('a record that was read before the last confirmation changes nothing; the future counts as now', async () => {
    const under = createFleetUnderTest();
    const { fleet, clock, advance } = under;
    await advance(10_000);
    await fleet.databases.refresh('a');
    const entry = fleet.databases.entry('a').value;
    upsertDatabase(fleet, recordOf('a', { state: 'suspended', password: 'older' }), { readAt: clock.now() - 1 });
    expect(fleet.databases.entry('a').value).toBe(entry);
    expect(fleet.databases.credentials('a')).toBeUndefined();
    upsertDatabase(fleet, recordOf('a', { state: 'suspended' }), { readAt: clock.now() });
    expect(stateOf(under)).toEqual(['fresh', 'suspended']);
    await advance(1000);
    upsertDatabase(fleet, recordOf('a'), { readAt: Infinity });
    expect(fleet.databases.entry('a').value.confirmedAt).toBe(clock.now());
  });

  /** A request for `a` that started 1 s after the epoch of the test, and is answered with `answer` 1 s later. */
  async function startRequest(answer: object) {
    const under = createFleetUnderTest({ polling: quick });
    await under.advance(1000);
    under.service.respond(() => answer as { json: unknown }, 1000);
    const startedAt = under.clock.now();
    const refreshed = under.fleet.databases.refresh('a');
    void refreshed.catch(() => {});
    await under.advance(500);
    return { under, startedAt, refreshed, end: () => under.advance(500) };
  }

  test('the answer to a request that started after the reading replaces the record', async () => {
    const { under, startedAt, refreshed, end } = await startRequest({ json: databaseOf('a') });
    upsertDatabase(under.fleet, recordOf('a', { state: 'suspended' }), { readAt: startedAt - 1 });
    expect(stateOf(under)).toEqual(['fresh', 'suspended']);
    expect(under.fleet.databases.entry('a').value.fetching).toBe(true);
    await end();
    expect(stateOf(under)).toEqual(['fresh', 'active']);
    expect((await refreshed).state).toBe('active');
    expect(under.fleet.databases.entry('a').value.fetching).toBe(false);
  });

  test.each([
    ['an answer', { json: databaseOf('a', { password: 'older secret' }) }],
    ['a 404', { status: 404 }],
    ['a failure', { status: 500 }],
  ])('%s to a request that started before the reading is dropped, and the next answer counts', async (_, answer) => {
    const { under, startedAt, refreshed, end } = await startRequest(answer);
    upsertDatabase(under.fleet, recordOf('a', { state: 'suspended', password: 'newer secret' }), { readAt: startedAt });
    const entry = under.fleet.databases.entry('a').value;
    expect(entry.fetching).toBe(true);
    await end();
    expect(under.fleet.databases.entry('a').value).toEqual({ ...entry, fetching: false });
    expect(under.fleet.databases.credentials('a')).toEqual({ password: 'newer secret' });
    const [result] = await Promise.allSettled([refreshed]);
    expect(result.status === 'fulfilled' ? result.value : 'failed').toBe('json' in answer ? entry.record : 'failed');
    under.service.respond(usualAnswer, 0);
    await under.fleet.databases.refresh('a');
    expect(stateOf(under)).toEqual(['fresh', 'active']);
  });

  test.each([
    [404, 'missing', undefined],
    [500, 'stale', 'active'],
  ] as const)('a %i stays unless the record was read after the start of its request', async (status, before, state) => {
    const { under, startedAt, end } = await startRequest({ status });
    await end();
    upsertDatabase(under.fleet, recordOf('a'), { readAt: startedAt - 1 });
    expect(stateOf(under)).toEqual([before, state]);
    expect(under.fleet.databases.entry('a').value.error?.status).toBe(status);
    upsertDatabase(under.fleet, recordOf('a', { state: 'suspended' }), { readAt: startedAt });
    expect(stateOf(under)).toEqual(['fresh', 'suspended']);
    expect(under.fleet.databases.entry('a').value.error).toBeUndefined();
  });

  test('a 404 stays after a request that was aborted', async () => {
    const { under, startedAt, end } = await startRequest({ status: 404 });
    await end();
    const aborting = new AbortController();
    const refreshed = failureOf(under.fleet.databases.refresh('a', { signal: aborting.signal }));
    await under.advance(10);
    aborting.abort();
    await refreshed;
    upsertDatabase(under.fleet, recordOf('a'), { readAt: startedAt - 1 });
    expect(stateOf(under)).toEqual(['missing', undefined]);
  });
});

describe('an invalid upsert changes nothing:', () => {
  function issuesOf(given: unknown, options?: object): unknown {
    const under = createFleetUnderTest();
    const entry = under.fleet.databases.entry('a').value;
    const error = errorOf(() => upsertDatabase(under.fleet, given as Database, options));
    expect(error).toMatchObject({ code: 'invalid-request', operation: 'configure' });
    expect(under.fleet.databases.entry('a').value).toBe(entry);
    expect(under.clock.armed).toBe(0);
    return error.issues;
  }

  const circular: { self?: object } = {};
  circular.self = circular;
  const notARecord = [...notAnObject, undefined, { database_id: 'a', size: 1n }, circular, throwing('database_id')];

  test.each(named(notARecord))('%s', (_, given) => {
    expect(issuesOf(given())).toEqual([
      { path: 'record', message: 'expected Object as JSON of at most 1048576 characters' },
    ]);
  });

  test.each([{}, { database_id: '../x' }, Promise.resolve({})])('the id of %j', (given) => {
    expect(issuesOf(given)).toEqual([{ path: 'record.database_id', message: 'expected identifier' }]);
  });

  test('a record that is larger than `recordLimitBytes`', () => {
    const { fleet } = createFleetUnderTest({ recordLimitBytes: 100 });
    expect(() => upsertDatabase(fleet, recordOf('a', { huge: 'x'.repeat(100) }))).toThrow('at most 100 characters');
  });

  test.each([-1, 1_767_225_600, Number.NaN, '2026-01-01', new Date(0), null])('`readAt` of %j', (readAt) => {
    expect(issuesOf(recordOf('a'), { readAt })).toEqual([{ path: 'readAt', message: 'expected Unix milliseconds' }]);
  });
});

describe("a record that holds the account's own credentials", () => {
  const base64 = btoa(`${account.username}:${account.password}`);
  const leaksIn = createLeakSearch([account.password, base64]);
  const refused = { code: 'invalid-request', issues: [{ path: 'record' }] };

  const put = ({ fleet }: FleetUnderTest, fields: object): FleetError =>
    errorOf(() => upsertDatabase(fleet, recordOf('a', fields)));

  test('is refused', () => {
    const under = createFleetUnderTest();
    const { seen } = watchSinks(under.fleet);
    // `credential-echoes.test.ts` has the other places and forms.
    const error = put(under, { debug: [`Basic ${base64}`, { [account.password]: 1 }] });
    expect(error).toMatchObject(refused);
    expect(under.fleet.databases.entry('a').value).toMatchObject({ status: 'unknown', record: undefined });
    expect(leaksIn([error, seen, dehydrate(under.fleet)])).toEqual([]);
  });

  test('is refused after a change of the credentials, and once a function has returned them', async () => {
    const changed = createFleetUnderTest();
    changed.fleet.setCredentials({ username: 'other', password: 'CANARY-of-another-account' });
    expect(put(changed, { debug: 'CANARY-of-another-account' })).toMatchObject(refused);
    const returned = createFleetUnderTest({ credentials: async () => account });
    await returned.fleet.databases.refresh('b');
    expect(put(returned, { debug: account.password })).toMatchObject(refused);
  });
});
