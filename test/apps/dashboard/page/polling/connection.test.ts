import { describe, expect, it, onTestFinished } from 'vitest';
import { setImmediate } from 'node:timers/promises';
import { Subject } from 'rxjs';
import {
  isDown,
  selectConnection,
  trackPollFailures,
} from '../../../../../src/apps/dashboard/page/polling/connection.js';
import {
  type ConnectionFacts,
  describeConnection,
  describeDetails,
} from '../../../../../src/apps/dashboard/page/polling/describe-connection.js';
import {
  type Activity,
  createFleet,
  FleetError,
  type FleetErrorCode,
  type Operation,
  type PollingStatus,
} from '../../../../../src/index.js';
import { kernelOf } from '../../../../../src/core/fleet/kernel.js';

const now = Date.UTC(2026, 0, 1);
const counts = { breaker: 'closed', known: 3, due: 0, inFlight: 1, requestsLastMinute: 1234 } as const;
const running: PollingStatus = { state: 'running', ...counts };
const outage = { code: 'outage', message: 'The service does not answer.' } as const;
const stopped: PollingStatus = { ...counts, state: 'stopped', reason: outage, until: now + 7200 };
const lost = new FleetError('timeout', 'get-database', 'no answer within 15 s');

function facts(part: Partial<ConnectionFacts>): ConnectionFacts {
  return { status: running, failures: { count: 0, latest: undefined }, answeredAt: now - 1000, now, ...part };
}

function lineOf(part: Partial<ConnectionFacts>): string {
  const { word, text } = describeConnection(facts(part));
  return `${word} ${text}`.trim();
}

const { until: _, ...probing } = stopped as PollingStatus & { state: 'stopped' };
const silent = { count: 4, latest: lost, silentSince: now - 14_300 };
const unauthorized = { code: 'unauthorized', message: 'The service does not accept the credentials.' } as const;
const limited = { code: 'rate-limited', message: 'Too many requests.' } as const;
const held: PollingStatus = { ...counts, state: 'held', reason: limited, until: now + 90_000 };
const offline: PollingStatus = { ...counts, state: 'paused', reason: { code: 'offline', message: 'Other words.' } };
function paused(message: string): PollingStatus {
  return { ...counts, state: 'paused', reason: { code: 'requested', message } };
}

it.each<[string, Partial<ConnectionFacts>, string]>([
  ['an attempt', { status: probing as PollingStatus, failures: silent }, 'Unreachable for 14 s, trying now'],
  [
    'an outage since the last answer, while the first failure is not known',
    { status: stopped, answeredAt: now - 70_000 },
    'Unreachable for 1 min, next try in 8 s',
  ],
  ['an outage without any answer', { status: stopped, answeredAt: undefined }, 'Unreachable, next try in 8 s'],
  ['an outage before the polling stops', { failures: silent }, 'Unreachable for 14 s, trying now'],
  ['no number while answers are recent', { answeredAt: now - 9000 }, 'Live updated just now'],
  ['the age of the last answer', { answeredAt: now - 25_000 }, 'Live updated 25 s ago'],
  ['that there was no answer yet', { answeredAt: undefined }, 'Connecting'],
  [
    'how to continue after wrong credentials',
    { status: { ...counts, state: 'stopped', reason: unauthorized, until: now + 290_000 } },
    'Wrong credentials. Start the dashboard again with the user name and password of the account. Next try in 4 min.',
  ],
  [
    'a pause that the service asks for',
    { status: held },
    'Waiting The service asks for fewer requests, next try in 1 min.',
  ],
  [
    'the reason that a caller passed to pause, whatever its words',
    { status: paused('Paused while there is no network.') },
    'Paused Paused while there is no network.',
  ],
  ['that there is no network', { status: offline }, 'Offline The page continues when the network is back.'],
  [
    'a failure while others are answered',
    { failures: { count: 1, latest: lost } },
    '1 request failed. The page tries again.',
  ],
  [
    'failures while others are answered',
    { failures: { count: 1200, latest: lost } },
    '1,200 requests failed. The page tries again.',
  ],
])('the line of the polling shows %s', (__, part, line) => {
  expect(lineOf(part)).toBe(line);
});

it('describeDetails shows the time until the next poll, and never 0 s', () => {
  const nextOf = (nextDueAt: number) => describeDetails(facts({ status: { ...running, nextDueAt } })).at(-1);
  expect([nextOf(now + 2100), nextOf(now - 50)]).toEqual(['Next poll in 3 s.', 'Next poll in 1 s.']);
});

it('the service is down while no row can be current', () => {
  const down = (status: PollingStatus, silentSince?: number): boolean =>
    isDown(selectConnection(status, { count: 0, latest: undefined, ...(silentSince && { silentSince }) }, true));
  expect([down(running), down(running, now), down(stopped), down(paused(''))]).toEqual([false, true, true, false]);
});

function track() {
  const fleet = createFleet({ baseUrl: 'https://api.example.com' });
  onTestFinished(() => fleet.dispose());
  const activity = new Subject<Activity>();
  kernelOf(fleet, 'track').part('activity', () => activity);
  const failures = trackPollFailures(fleet);
  let at = 0;
  const facts = (operation: Operation, id?: string) => ({
    at: (at += 100),
    durationMs: 1,
    operation,
    ...(id !== undefined && { id }),
  });
  return {
    fleet,
    failures,
    fail: (code: FleetErrorCode, id?: string, operation: Operation = 'get-database') =>
      activity.next({ kind: 'failure', ...facts(operation, id), error: new FleetError(code, operation, code) }),
    answer: (id?: string) => activity.next({ kind: 'answer', ...facts('get-database', id) }),
  };
}

describe('trackPollFailures', () => {
  it('forgets the failure of a database that is removed, or is no longer shown', async () => {
    const { fleet, failures, fail } = track();
    // A request in flight would be aborted, and so end the failure itself.
    fleet.polling.pause();
    fleet.databases.add(['a', 'b']);
    const shown = fleet.databases.record('c').subscribe(() => {});
    for (const id of ['a', 'b', 'c', undefined]) fail('bad-response', id);
    fleet.databases.remove('a');
    shown.unsubscribe();
    // The interest of one task changes at its end.
    await setImmediate();
    expect(failures.value.count).toBe(2);
    fleet.databases.remove('b');
    await setImmediate();
    expect(failures.value.count).toBe(1);
  });

  it('ignores missing databases, aborted requests and failed creates', () => {
    const { failures, fail } = track();
    fail('timeout', 'a');
    fail('not-found', 'a');
    fail('aborted', 'b');
    fail('rejected', undefined, 'create-database');
    expect(failures.value.count).toBe(0);
    // A refusal is an answer, so this is no outage.
    for (const code of ['timeout', 'not-found', 'timeout', 'forbidden', 'timeout', 'aborted'] as const)
      fail(code, code);
    expect(failures.value.silentSince).toBeUndefined();
  });

  it('counts each failing id until it is answered, and shows an outage from the third lost request on', () => {
    const { failures, fail, answer } = track();
    fail('timeout', 'a');
    fail('timeout', 'a');
    expect(failures.value.silentSince).toBeUndefined();
    fail('unavailable', 'b');
    expect(failures.value).toMatchObject({ silentSince: 100, count: 2 });
    fail('unavailable', 'b');
    expect(failures.value.silentSince).toBe(100);
    answer('c');
    expect(failures.value).toMatchObject({ count: 2, latest: { code: 'unavailable' } });
    expect(failures.value.silentSince).toBeUndefined();
    expect(failures.answeredAt).toBe(500);
    answer('b');
    expect(failures.value).toMatchObject({ count: 1, latest: { code: 'timeout' } });
    answer('a');
    expect(failures.value).toEqual({ count: 0, latest: undefined });
  });

  it('does not take databases that fail alone for an outage', async () => {
    const { fleet, failures, fail, answer } = track();
    fleet.polling.pause();
    fleet.databases.add(['a', 'b']);
    await setImmediate();
    for (const list of [undefined, undefined, undefined]) fail('unavailable', list);
    expect(failures.value.silentSince).toBe(100);
    answer();
    for (const id of ['a', 'a', 'a', 'b']) fail('unavailable', id);
    expect(failures.value).toEqual({ count: 2, latest: expect.any(FleetError) });
    fail('unavailable');
    expect(failures.value.silentSince).toBe(500);
  });
});
