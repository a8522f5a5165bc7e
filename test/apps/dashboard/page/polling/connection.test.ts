import { describe, expect, it, onTestFinished } from 'vitest';
import { setImmediate } from 'node:timers/promises';
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

describe('describeConnection', () => {
  it('shows an outage as one message with its age and the time of the next try', () => {
    const failures = { count: 4, latest: lost, silentSince: now - 14_300 };
    expect(lineOf({ status: stopped, failures })).toBe('Unreachable for 14 s, next try in 8 s');
    const { until: _, ...probing } = stopped as PollingStatus & { state: 'stopped' };
    expect(lineOf({ status: probing, failures })).toBe('Unreachable for 14 s, trying now');
  });

  it('counts an outage from the last answer while the first failure is not known', () => {
    expect(lineOf({ status: stopped, answeredAt: now - 70_000 })).toBe('Unreachable for 1 min, next try in 8 s');
    expect(lineOf({ status: stopped, answeredAt: undefined })).toBe('Unreachable, next try in 8 s');
  });

  it('shows an outage before the polling stops', () => {
    const failures = { count: 4, latest: lost, silentSince: now - 3000 };
    expect(lineOf({ failures })).toBe('Unreachable for 3 s, trying now');
  });

  it('shows no number while answers are recent', () => {
    expect(lineOf({ answeredAt: now - 9000 })).toBe('Live updated just now');
    expect(lineOf({ answeredAt: now - 25_000 })).toBe('Live updated 25 s ago');
    expect(lineOf({ answeredAt: undefined })).toBe('Connecting');
  });

  it('tells how to continue after wrong credentials', () => {
    const reason = { code: 'unauthorized', message: 'The service does not accept the credentials.' } as const;
    expect(lineOf({ status: { ...counts, state: 'stopped', reason, until: now + 290_000 } })).toBe(
      'Wrong credentials. Start the dashboard again with the user name and password of the account. Next try in 4 min.',
    );
  });

  it('shows a pause that the service asks for', () => {
    const reason = { code: 'rate-limited', message: 'Too many requests.' } as const;
    expect(lineOf({ status: { ...counts, state: 'held', reason, until: now + 90_000 } })).toBe(
      'Waiting The service asks for fewer requests, next try in 1 min.',
    );
  });

  it('shows the reason that a caller passed to pause, whatever its words', () => {
    for (const message of ['the service is being upgraded', 'Paused while there is no network.']) {
      const reason = { code: 'requested', message } as const;
      expect(lineOf({ status: { ...counts, state: 'paused', reason } })).toBe(`Paused ${message}`);
    }
    const reason = { code: 'offline', message: 'Other words.' } as const;
    expect(lineOf({ status: { ...counts, state: 'paused', reason } })).toBe(
      'Offline The page continues when the network is back.',
    );
  });

  it('counts the requests that fail while others are answered', () => {
    expect(lineOf({ failures: { count: 1, latest: lost } })).toMatch(/^1 request failed/);
    expect(lineOf({ failures: { count: 1200, latest: lost } })).toMatch(/^1,200 requests failed/);
  });
});

describe('describeDetails', () => {
  it('has the reason, the last error and the requests', () => {
    const lines = describeDetails(facts({ status: stopped, failures: { count: 1, latest: lost } }));
    expect(lines).toEqual([
      outage.message,
      'Last error: get-database: no answer within 15 s',
      '1,234 requests in the last minute, 1 in flight, 0 due.',
    ]);
  });

  it('shows the time until the next poll, and never 0 s', () => {
    const nextOf = (nextDueAt: number): string | undefined =>
      describeDetails(facts({ status: { ...running, nextDueAt } })).at(-1);
    expect(nextOf(now + 2100)).toBe('Next poll in 3 s.');
    expect(nextOf(now - 50)).toBe('Next poll in 1 s.');
  });
});

describe('isDown', () => {
  it('is true while no row can be current', () => {
    const down = (status: PollingStatus, silentSince?: number): boolean =>
      isDown(selectConnection(status, { count: 0, latest: undefined, ...(silentSince && { silentSince }) }, true));
    expect(down(running)).toBe(false);
    expect(down(running, now)).toBe(true);
    expect(down(stopped)).toBe(true);
    expect(down({ ...counts, state: 'paused', reason: { code: 'requested', message: '' } })).toBe(false);
  });
});

function track() {
  const fleet = createFleet({ baseUrl: 'https://api.example.com' });
  onTestFinished(() => fleet.dispose());
  const { activity } = kernelOf(fleet, 'track');
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
      activity.emit({ kind: 'failure', ...facts(operation, id), error: new FleetError(code, operation, code) }),
    answer: (id?: string) => activity.emit({ kind: 'answer', ...facts('get-database', id) }),
  };
}

describe('trackPollFailures', () => {
  it('counts each failing id once, until a request for it succeeds', () => {
    const { failures, fail, answer } = track();
    fail('timeout', 'a');
    fail('timeout', 'a');
    fail('unavailable', 'b');
    expect(failures.value).toMatchObject({ count: 2, latest: { code: 'unavailable' } });
    answer('b');
    expect(failures.value).toMatchObject({ count: 1, latest: { code: 'timeout' } });
    answer('a');
    expect(failures.value).toEqual({ count: 0, latest: undefined });
  });

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
  });

  it('shows since when no request is answered, from the third lost request on', () => {
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

  it('takes a refusal as an answer', () => {
    const { failures, fail } = track();
    for (const code of ['timeout', 'not-found', 'timeout', 'forbidden', 'timeout', 'aborted'] as const)
      fail(code, code);
    expect(failures.value.silentSince).toBeUndefined();
  });

  it('does not notify subscribers of an answer that changes nothing', () => {
    const { failures, answer } = track();
    let notifications = 0;
    failures.subscribe(() => (notifications += 1));
    answer('a');
    expect(notifications).toBe(1);
  });
});
