import { limitsOf, limitSummaryOf, reportUsage, dehydrate, transitionsOf } from '../../../src/index.js';
import { describe, expect, test, vi } from 'vitest';
import { createFleet } from '../../../src/core/fleet/fleet.js';
import type { FleetError } from '../../../src/core/shared/fleet-error.js';
import { errorOf } from '../../support/failure-of.js';
import { named, notAnObject } from '../../support/hostile-values.js';
import type { Clock } from '../../../src/core/shared/clock.js';
import { account, createFleetUnderTest } from './fleet-under-test.js';

const least = { baseUrl: 'https://api.example.com', credentials: account };

const refusalOf = (options: unknown): FleetError => errorOf(() => createFleet(options as never).dispose());

describe('invalid options are refused, with the path of each problem:', () => {
  test.each<[string, object, string[]]>([
    ['a name that is none', { pollling: {} }, ['pollling']],
    ['texts, which are its own', { texts: {} }, ['texts']],
    ['several', { retainMs: -1, onError: 'log', random: 4 }, ['onError', 'random', 'retainMs']],
    ['NaN and a text of a number', { retainMs: Number.NaN, keptTextBytes: '5' }, ['keptTextBytes', 'retainMs']],
    ['polling', { polling: { concurrency: 0, perSecond: 0 } }, ['polling.concurrency', 'polling.perSecond']],
    ['a list as polling', { polling: [] }, ['polling']],
    ['fractions', { polling: { concurrency: 1.5, burst: 0.5 } }, ['polling.burst', 'polling.concurrency']],
    ['an endless rate', { polling: { perSecond: Infinity } }, ['polling.perSecond']],
    ['no functions', { polling: { cadence: 1000, presence: {} } }, ['polling.cadence', 'polling.presence']],
    ['a state of no page', { polling: { pollWhile: ['asleep'] } }, ['polling.pollWhile']],
    ['a name in polling', { polling: { interval: 5 } }, ['polling.interval']],
    [
      'the client',
      { baseUrl: 'ftp://x', timeoutMs: 0, fetch: 5, clock: {} },
      ['baseUrl', 'clock', 'fetch', 'timeoutMs'],
    ],
    ['credentials', { credentials: { username: 'a:b' } }, ['credentials.password', 'credentials.username']],
  ])('%s', (_, options, paths) => {
    const error = refusalOf({ ...least, ...options });
    expect(error).toMatchObject({ code: 'invalid-request', operation: 'configure' });
    expect(error.issues?.map(({ path }) => path).sort()).toEqual(paths);
    expect(error.message).not.toContain(account.password);
  });

  test.each(named([undefined, ...notAnObject]))('%s in place of options', (_, value) => {
    expect(refusalOf(value())).toMatchObject({ code: 'invalid-request', operation: 'configure' });
  });

  test.each<[unknown, string]>([
    ['x', 'thresholds'],
    [{ warning: 'high' }, 'thresholds.warning'],
  ])('%j in place of thresholds, where they are used', (thresholds, path) => {
    const fleet = createFleet({ ...least, thresholds: thresholds as never });
    for (const use of [
      () => limitsOf(fleet, 'database', 'a'),
      () => limitSummaryOf(fleet),
      () => reportUsage(fleet, 'database', 'a', {}),
    ])
      expect(errorOf(use).issues?.map((issue) => issue.path)).toEqual([path]);
    fleet.dispose();
  });
});

test('a refused fleet leaves no listener on the page', () => {
  const listen = vi.fn<() => void>();
  vi.stubGlobal('addEventListener', listen);
  for (const wrong of [{ polling: 5 }, { baseUrl: 5 }, { retainMs: -1 }]) refusalOf({ ...least, ...wrong });
  expect(listen).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

test('undefined options are the same as absent options', () => {
  const names = 'polling thresholds retainMs keptTextBytes onError random clock fetch timeoutMs'.split(' ');
  const options = { ...least, ...Object.fromEntries(names.map((name) => [name, undefined])) };
  expect(() => createFleet(options as never).dispose()).not.toThrow();
});

test('a new fleet sends nothing, arms no timer and leaves no promise', () => {
  const fetch = vi.fn<() => Promise<Response>>();
  const schedule = vi.fn<() => () => void>();
  const clock = { now: () => 0, monotonic: () => 0, schedule };
  const fleet = createFleet({ ...least, fetch, clock });
  for (const id of ['a', 'b']) fleet.databases.entry(id);
  expect(limitSummaryOf(fleet).value).toMatchObject({ databases: 0 });
  expect(fleet.polling.status.value).toMatchObject({ state: 'running', known: 0 });
  expect(fetch).not.toHaveBeenCalled();
  expect(schedule).not.toHaveBeenCalled();
});

test('a new fleet reads no clock and draws no random number', () => {
  const asked: string[] = [];
  const ask = (name: string) => (): number => asked.push(name);
  const clock: Clock = { now: ask('now'), monotonic: ask('monotonic'), schedule: () => () => {} };
  const source = createFleetUnderTest();
  source.fleet.databases.add(['a', 'b']);
  reportUsage(source.fleet, 'database', 'a', { db_max_clients: 1 });
  const { fleet } = createFleetUnderTest({ clock, random: ask('random'), snapshot: dehydrate(source.fleet) });
  const views = [fleet.databases.entry('a'), fleet.databases.record('a'), fleet.databases.all, fleet.databases.tracked];
  for (const view of [...views, fleet.indices.all, fleet.indices.status, transitionsOf(fleet).recent()])
    void view.value;
  dehydrate(fleet);
  expect(asked).toEqual([]);
});
