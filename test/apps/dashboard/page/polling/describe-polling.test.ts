import { describe, expect, it } from 'vitest';
import { describePolling } from '../../../../../src/apps/dashboard/page/polling/describe-polling.js';
import { FleetError, type PollingStatus } from '../../../../../src/index.js';

const now = Date.UTC(2026, 0, 1);
const noFailures = { count: 0, latest: undefined };

const counts = { breaker: 'closed', known: 3, due: 0, inFlight: 1, requestsLastMinute: 1234 } as const;

function running(part: { readonly due?: number; readonly nextDueAt?: number }): PollingStatus {
  return { state: 'running', ...counts, ...part };
}

describe('describePolling', () => {
  it('shows the time until the next poll, and never 0 s', () => {
    expect(describePolling(running({ nextDueAt: now + 2100 }), noFailures, now)).toMatch(/^next poll in 3 s · /);
    expect(describePolling(running({ nextDueAt: now - 50 }), noFailures, now)).toMatch(/^next poll in 1 s · /);
    expect(describePolling(running({ due: 4000, nextDueAt: now }), noFailures, now)).toBe(
      '4,000 due · 1 request in flight · 1,234 in the last minute',
    );
  });

  it('shows only the next attempt and the reason when polling does not run', () => {
    const reason = { code: 'rate-limited', message: 'Too many requests.' } as const;
    expect(describePolling({ ...counts, state: 'held', reason, until: now + 90_000 }, noFailures, now)).toBe(
      'Next attempt in 1 min. Too many requests.',
    );
    const outage = { code: 'outage', message: 'No answer.' } as const;
    expect(describePolling({ ...counts, state: 'stopped', reason: outage }, noFailures, now)).toBe('No answer.');
  });

  it('shows the reason that a caller passed to pause, whatever its words', () => {
    for (const message of ['the service is being upgraded', 'Paused while there is no network.']) {
      const reason = { code: 'requested', message } as const;
      expect(describePolling({ ...counts, state: 'paused', reason }, noFailures, now)).toBe(message);
    }
  });

  it('explains an offline pause by its code, whatever the words of its message', () => {
    const reason = { code: 'offline', message: 'Other words.' } as const;
    expect(describePolling({ ...counts, state: 'paused', reason }, noFailures, now)).toBe(
      'There is no network. Polling resumes when the network is back.',
    );
  });

  it('shows the number of failing requests and the latest error while polling runs', () => {
    const latest = new FleetError('timeout', 'get-database', 'no answer within 15 s');
    expect(describePolling(running({}), { count: 1, latest }, now)).toContain(latest.message);
    expect(describePolling(running({}), { count: 12, latest }, now)).toMatch(/^12 requests keep failing/);
  });
});
