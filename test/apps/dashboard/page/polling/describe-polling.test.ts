import { describe, expect, it } from 'vitest';
import { describePolling } from '../../../../../src/apps/dashboard/page/polling/describe-polling.js';
import { FleetError, type PollingStatus } from '../../../../../src/index.js';

const now = Date.UTC(2026, 0, 1);
const calm = { failing: 0, last: undefined };

const counts = { breaker: 'closed', known: 3, due: 0, inFlight: 1, requestsLastMinute: 1234 } as const;

function status(part: { readonly due?: number; readonly nextDueAt?: number }): PollingStatus {
  return { state: 'running', ...counts, ...part };
}

describe('describePolling', () => {
  it('says what comes next, counted down to 1 and never to 0', () => {
    expect(describePolling(status({ nextDueAt: now + 2100 }), calm, now)).toMatch(/^next poll in 3 s · /);
    expect(describePolling(status({ nextDueAt: now - 50 }), calm, now)).toMatch(/^next poll in 1 s · /);
    expect(describePolling(status({ due: 4000, nextDueAt: now }), calm, now)).toBe(
      '4,000 due · 1 request in flight · 1,234 in the last minute',
    );
  });

  it('says why it does not run before all else, and until when', () => {
    const tooMany = { code: 'rate-limited', message: 'Too many.' } as const;
    expect(describePolling({ ...counts, state: 'held', reason: tooMany, until: now + 90_000 }, calm, now)).toBe(
      'Again in 1 min. Too many.',
    );
    const silent = { code: 'outage', message: 'No answer.' } as const;
    expect(describePolling({ ...counts, state: 'stopped', reason: silent }, calm, now)).toBe('No answer.');
  });

  it('says a reason that somebody gave for a pause as it is', () => {
    const reason = { code: 'requested', message: 'the service is being upgraded' } as const;
    expect(describePolling({ ...counts, state: 'paused', reason }, calm, now)).toBe('the service is being upgraded');
  });

  it('says what keeps failing while the rest goes on', () => {
    const last = new FleetError('timeout', 'get-database', 'no answer within 15 s');
    expect(describePolling(status({}), { failing: 1, last }, now)).toContain(last.message);
    expect(describePolling(status({}), { failing: 12, last }, now)).toMatch(/^12 requests keep failing/);
  });
});
