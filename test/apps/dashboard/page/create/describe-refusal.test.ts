import { describe, expect, it } from 'vitest';
import { describeRefusal } from '../../../../../src/apps/dashboard/page/create/describe-refusal.js';
import { FleetError, type FleetErrorCode, type FleetErrorFacts } from '../../../../../src/core/shared/fleet-error.js';

const refusal = (code: FleetErrorCode, message: string, facts: FleetErrorFacts = {}) =>
  describeRefusal(new FleetError(code, 'create-database', message, facts));

describe('why nothing was created', () => {
  it('is said with the service’s own words, without what everybody knows', () => {
    expect(refusal('rejected', 'refused (status 400): no free databases left')).toEqual({
      title: 'The service refused the request',
      advice: 'Nothing was created. Correct what it names, then try again.',
      details: 'Refused (status 400): no free databases left.',
      isUncertain: false,
    });
  });

  it('says how long to wait', () => {
    expect(refusal('rate-limited', 'too many', { retryAfterMs: 12_300 }).advice).toMatch(/asks to wait 13 s\.$/);
  });

  it('is uncertain where the outcome is unknown, and only there: then one has to look first', () => {
    const uncertain = refusal('outcome-unknown', 'it was sent');
    expect(uncertain.isUncertain).toBe(true);
    expect(uncertain.advice).toMatch(/second database.*Look in the console of the service first/);
    expect(uncertain.advice).not.toContain('Nothing was');
    expect(refusal('unavailable', 'no connection').isUncertain).toBe(false);
  });
});
