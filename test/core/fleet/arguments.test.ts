import { describe, expect, test } from 'vitest';
import {
  createDatabase,
  dehydrate,
  limitsOf,
  limitSummaryOf,
  refreshAll,
  reportUsage,
  transitionsOf,
  usageOf,
  waitFor,
} from '../../../src/index.js';
import { createFleet, type Fleet } from '../../../src/core/fleet/fleet.js';
import { errorOf, failureOf, issuePaths } from '../../support/failure-of.js';
import { hostile, named, notAnObject } from '../../support/hostile-values.js';
import { account, createFleetUnderTest } from './fleet-under-test.js';
import { createRequest } from '../../support/requests.js';
import type { FleetError } from '../../../src/core/shared/fleet-error.js';
import type { Clock } from '../../../src/core/shared/clock.js';

/** The methods that take an id. management-client-arguments.test.ts has every kind of invalid id. */
const takers: Record<string, (fleet: Fleet, id: string) => unknown> = {
  'databases.entry': ({ databases }, id) => databases.entry(id),
  'databases.record': ({ databases }, id) => databases.record(id),
  'databases.field': ({ databases }, id) => databases.field(id, 'state'),
  'databases.select': ({ databases }, id) => databases.select(id, (record) => record),
  'databases.credentials': ({ databases }, id) => databases.credentials(id),
  'databases.add': ({ databases }, id) => databases.add(id),
  'databases.remove': ({ databases }, id) => databases.remove(id),
  'databases.track': ({ databases }, id) => databases.track(id),
  'indices.entry': ({ indices }, id) => indices.entry(id),
  'indices.credentials': ({ indices }, id) => indices.credentials(id),
  limitsOf: (fleet, id) => limitsOf(fleet, 'database', id),
  reportUsage: (fleet, id) => reportUsage(fleet, 'database', id, { db_max_clients: 1 }),
  usageOf: (fleet, id) => usageOf(fleet, 'database', id),
};

const operations: Record<string, string> = { databases: 'get-database', indices: 'list-vector-indices' };

test.each(Object.entries(takers))('%s refuses an invalid id, and accepts every valid one', (taker, take) => {
  const { fleet, errors } = createFleetUnderTest();
  const operation = operations[taker.split('.')[0] ?? ''] ?? 'configure';
  for (const [name, id] of named([undefined, 5, hostile, '', 'a/b'])) {
    const { code, operation: reported } = errorOf(() => take(fleet, id() as string));
    expect([name, code, reported]).toEqual([name, 'invalid-request', operation]);
  }
  expect(fleet.databases.known.value).toEqual([]);
  for (const id of ['a', 'ü–💾', 'a b', 'a%2Fb', '__proto__', 'constructor', '~', '?', '#'])
    expect(() => take(fleet, id)).not.toThrow();
  expect(errors).toEqual([]);
});

test('databases.refresh refuses an invalid id, and sends nothing', async () => {
  const { fleet, service } = createFleetUnderTest();
  for (const id of ['', 'a/b']) expect((await failureOf(fleet.databases.refresh(id))).code).toBe('invalid-request');
  expect(service.requests).toEqual([]);
});

describe.each(['add', 'remove', 'track'] as const)('databases.%s', (name) => {
  test('refuses the whole list if one id is invalid', () => {
    const { fleet } = createFleetUnderTest();
    const paths = issuePaths(() => fleet.databases[name](['good', '..', 'fine', hostile as never]));
    expect(paths).toEqual(['ids[1]', 'ids[3]']);
    expect(fleet.databases.known.value).toEqual([]);
  });

  function* breaks() {
    yield 'a';
    throw new TypeError('raw');
  }

  test.each(
    named([breaks(), new Map([['a', 'b']]), new Uint8Array(2), { [Symbol.iterator]: () => ({}) }, { length: 1 }]),
  )('refuses a value that is not a list of ids: %s', (_, ids) => {
    const { fleet } = createFleetUnderTest();
    expect(errorOf(() => fleet.databases[name](ids() as Iterable<string>)).code).toBe('invalid-request');
    expect(fleet.databases.known.value).toEqual([]);
  });
});

test('an error for 100,000 invalid ids has a short message, and lists each id in its issues', () => {
  const { fleet } = createFleetUnderTest();
  const error = errorOf(() => fleet.databases.track(Array.from({ length: 100_000 }, () => '..')));
  expect(error.issues).toHaveLength(100_000);
  expect(error.message.length).toBeLessThan(1000);
  expect(error.message).toContain('and 99990 more');
});

test.each([5, null, undefined, {}])('select and field refuse %s instead of a function or a name', (value) => {
  const { fleet } = createFleetUnderTest();
  const { databases, indices } = fleet;
  expect(issuePaths(() => databases.select('a', value as never))).toEqual(['selector']);
  expect(issuePaths(() => indices.select('a', value as never))).toEqual(['selector']);
  expect(issuePaths(() => databases.field('a', value as never))).toEqual(['field']);
  if (value !== undefined) expect(issuePaths(() => databases.select('a', () => 1, value as never))).toEqual(['equals']);
});

test('usage is accepted only for existing kinds of resources', () => {
  const { fleet } = createFleetUnderTest();
  for (const resource of ['table', undefined, '__proto__', hostile]) {
    expect(errorOf(() => usageOf(fleet, resource as never, 'a')).code).toBe('invalid-request');
    expect(errorOf(() => reportUsage(fleet, resource as never, 'a', {})).code).toBe('invalid-request');
  }
});

test('setCredentials refuses invalid credentials, and keeps the old ones', async () => {
  const { fleet, service } = createFleetUnderTest();
  for (const wrong of [undefined, { username: 'a:b', password: '' }])
    expect(errorOf(() => fleet.setCredentials(wrong as never)).code).toBe('invalid-request');
  await fleet.databases.refresh('a');
  expect(service.requests[0]?.authorization).toMatch(/^Basic ./);
});

test('a pause ignores a reason that is not a string', () => {
  const { polling } = createFleetUnderTest().fleet;
  polling.pause(hostile as never);
  expect(polling.status.value.reason?.message).toMatch(/^Paused/);
});

/** The functions and methods of a fleet whose last argument is an object of options, and the names of these options. */
const calls: Record<string, [call: (fleet: Fleet, options: object) => Promise<unknown>, options: string]> = {
  createDatabase: [(fleet, options) => createDatabase(fleet, createRequest, options), 'signal, allowUndocumented'],
  'databases.refresh': [({ databases }, options) => databases.refresh('a', options), 'signal, maxAgeMs'],
  refreshAll: [refreshAll, 'signal'],
  waitFor: [(fleet, options) => waitFor(fleet, 'a', () => true, options), 'timeoutMs, signal'],
  'indices.refresh': [({ indices }, options) => indices.refresh(options), 'signal'],
};

test.each(Object.entries(calls))('%s rejects unknown options and a misplaced signal', async (_, [call, options]) => {
  const { fleet, service } = createFleetUnderTest();
  const { signal } = new AbortController();
  const refused: [given: object, path: string, expected: string][] = [
    [{ signal, singal: signal }, 'singal', `one of ${options}; did you mean signal?`],
    [signal, '', 'an object of options, not a signal: pass { signal }'],
    [new AbortController(), '', 'an object of options, not a signal: pass { signal }'],
  ];
  for (const [given, path, expected] of refused) {
    const message = expect.stringContaining(`expected ${expected}`) as string;
    expect(await failureOf(call(fleet, given))).toMatchObject({ code: 'invalid-request', issues: [{ path, message }] });
  }
  expect((await failureOf(call(fleet, { signal: AbortSignal.abort() }))).code).toBe('aborted');
  expect(service.requests).toEqual([]);
});

const least = { baseUrl: 'https://api.example.com', credentials: account };

const refusalOf = (options: unknown): FleetError => errorOf(() => createFleet(options as never).dispose());

describe('invalid options are refused, with the path of each problem:', () => {
  test.each<[string, object, string[]]>([
    ['an unknown name', { pollling: {} }, ['pollling']],
    ['texts, which are its own', { texts: {} }, ['texts']],
    ['several', { retainMs: -1, onError: 'log', polling: { burst: 0 } }, ['onError', 'polling.burst', 'retainMs']],
    ['NaN and a text of a number', { retainMs: Number.NaN, keptTextBytes: '5' }, ['keptTextBytes', 'retainMs']],
    ['polling that is no object', { polling: 5 }, ['polling']],
    ['a name in polling', { polling: { interval: 5 } }, ['polling.interval']],
    ['polling', { polling: { concurrency: 0, perSecond: 0 } }, ['polling.concurrency', 'polling.perSecond']],
    ['fractions', { polling: { concurrency: 1.5, burst: 0.5 } }, ['polling.burst', 'polling.concurrency']],
    ['an endless rate', { polling: { perSecond: Infinity } }, ['polling.perSecond']],
    ['no functions', { polling: { cadence: 1000, presence: {} } }, ['polling.cadence', 'polling.presence']],
    ['a random number', { random: 4 }, ['random']],
    ['a state of no page', { polling: { pollWhile: ['asleep'] } }, ['polling.pollWhile']],
    ['the client', { baseUrl: 'ftp://x', timeoutMs: 0 }, ['baseUrl', 'timeoutMs']],
    ['credentials', { credentials: { username: 'a:b' } }, ['credentials.password', 'credentials.username']],
  ])('%s', (_, options, paths) => {
    const error = refusalOf({ ...least, ...options });
    expect(error).toMatchObject({ code: 'invalid-request', operation: 'configure' });
    expect(error.issues?.map(({ path }) => path).sort()).toEqual(paths);
    expect(error.message).not.toContain(account.password);
  });

  test.each(named([undefined, ...notAnObject]))('%s instead of options', (_, value) => {
    expect(refusalOf(value())).toMatchObject({ code: 'invalid-request', operation: 'configure' });
  });

  test.each<[unknown, string]>([
    ['x', 'thresholds'],
    [{ warning: 'high' }, 'thresholds.warning'],
  ])('%j in place of thresholds, where they are used', (thresholds, path) => {
    using fleet = createFleet({ ...least, thresholds: thresholds as never });
    for (const use of [
      () => limitsOf(fleet, 'database', 'a'),
      () => limitSummaryOf(fleet),
      () => reportUsage(fleet, 'database', 'a', {}),
    ])
      expect(issuePaths(use)).toEqual([path]);
  });
});

test('a new fleet that is only read sends nothing, arms no timer, reads no clock and draws no random number', () => {
  const asked: string[] = [];
  const ask = (name: string) => (): number => asked.push(name);
  const schedule = () => (asked.push('schedule'), () => {});
  const clock: Clock = { now: ask('now'), monotonic: ask('monotonic'), schedule };
  const source = createFleetUnderTest();
  source.fleet.databases.add(['a', 'b']);
  reportUsage(source.fleet, 'database', 'a', { db_max_clients: 1 });
  const snapshot = dehydrate(source.fleet);
  const { fleet, service } = createFleetUnderTest({ clock, random: ask('random'), snapshot });
  const { databases, indices, polling } = fleet;
  const views = [databases.entry('a'), databases.record('a'), databases.all, databases.tracked];
  for (const view of [...views, indices.all, indices.status, transitionsOf(fleet).recent()]) void view.value;
  dehydrate(fleet);
  expect(asked).toEqual([]);
  void [limitSummaryOf(fleet).value, polling.status.value];
  expect(asked).not.toContain('schedule');
  expect(service.requests).toEqual([]);
});
