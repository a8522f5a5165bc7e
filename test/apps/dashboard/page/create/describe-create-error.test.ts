import { describe, expect, it } from 'vitest';
import { describeCreateError } from '../../../../../src/apps/dashboard/page/create/describe-create-error.js';
import { FleetError, type FleetErrorCode, type FleetErrorFacts } from '../../../../../src/core/shared/fleet-error.js';

const describeError = (code: FleetErrorCode, message: string, facts: FleetErrorFacts = {}) =>
  describeCreateError(new FleetError(code, 'create-database', message, facts));

describe('describeCreateError', () => {
  it('includes the message of the service, without the name of the operation', () => {
    expect(describeError('rejected', 'refused (status 400): no free databases left')).toEqual({
      title: 'The service refused the request',
      advice: 'No database was created. Correct the named fields, then try again.',
      details: 'Refused (status 400): no free databases left.',
      isForUser: true,
      isOutcomeUnknown: false,
    });
  });

  it('marks details that tell the user nothing to correct', () => {
    expect(describeError('unavailable', 'fetch failed: ECONNREFUSED').isForUser).toBe(false);
    expect(describeError('storage', 'the disk is full').isForUser).toBe(true);
  });

  it('includes the time to wait', () => {
    expect(describeError('rate-limited', 'too many', { retryAfterMs: 12_300 }).advice).toMatch(
      /accepts requests again in 13 s\.$/,
    );
  });

  it('warns of a second database only if the outcome is unknown', () => {
    const unknown = describeError('outcome-unknown', 'it was sent');
    expect(unknown.isOutcomeUnknown).toBe(true);
    expect(unknown.advice).toMatch(/second database.*Check the console of the service first/);
    expect(unknown.advice).not.toContain('No database was created');
    expect(describeError('unavailable', 'no connection').isOutcomeUnknown).toBe(false);
    const { title, advice } = describeError('forbidden', 'refused (status 403)');
    expect(`${title}. ${advice}`).toMatch(/not allowed\. No database was created\./);
  });
});
