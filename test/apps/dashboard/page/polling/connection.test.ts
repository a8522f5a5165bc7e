import { describe, expect, it } from 'vitest';
import { isDown, selectConnection } from '../../../../../src/apps/dashboard/page/polling/connection.js';
import {
  describeConnection,
  describeDetails,
  type ConnectionFacts,
} from '../../../../../src/apps/dashboard/page/polling/describe-connection.js';
import { FleetError, type PollingStatus } from '../../../../../src/index.js';

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
