import { describe, expect, test } from 'vitest';
import { credentialRefusals, dependsOnAccount, verdictOf, type Verdict } from '../../../src/core/polling/verdict.js';
import { FleetError, type FleetErrorCode, type Operation } from '../../../src/core/shared/fleet-error.js';

describe('the verdict of a failed request', () => {
  test.each<[FleetErrorCode, Operation, Verdict]>([
    ['unavailable', 'get-database', 'outage'],
    ['timeout', 'get-database', 'outage'],
    ['outcome-unknown', 'create-database', 'outage'],
    ['unauthorized', 'get-database', 'unauthorized'],
    ['forbidden', 'get-database', 'forbidden'],
    ['forbidden', 'list-vector-indices', 'forbidden'],
    // The account may still read.
    ['forbidden', 'create-database', 'alive'],
    ['rate-limited', 'get-database', 'rate-limited'],
    ['not-found', 'get-database', 'alive'],
    ['rejected', 'create-database', 'alive'],
    ['bad-response', 'get-database', 'alive'],
    ['aborted', 'get-database', 'cancelled'],
    ['disposed', 'get-database', 'cancelled'],
    ['invalid-request', 'get-database', 'unclear'],
    ['storage', 'create-database', 'unclear'],
    ['in-use', 'configure', 'unclear'],
  ])('%s of %s: %s', (code, operation, verdict) => {
    expect(verdictOf(new FleetError(code, operation, 'x'))).toBe(verdict);
  });

  test('is unclear if a read with credentials is forbidden, and for an error that is not a FleetError', () => {
    // The account may still read without credentials.
    const refusal = new FleetError('forbidden', 'get-database', 'x');
    credentialRefusals.add(refusal);
    expect(verdictOf(refusal)).toBe('unclear');
    expect(verdictOf(new TypeError('x'))).toBe('unclear');
    expect(verdictOf(undefined)).toBe('unclear');
  });
});

test('other credentials may change a refusal of the account and a missing database, and nothing else', () => {
  const codes = ['unavailable', 'unauthorized', 'forbidden', 'rate-limited', 'not-found', 'aborted'] as const;
  const changing = codes.filter((code) => dependsOnAccount(new FleetError(code, 'get-database', 'x')));
  expect(changing).toEqual(['unauthorized', 'forbidden', 'not-found']);
  expect([undefined, { code: 'not-found' }].map(dependsOnAccount)).toEqual([false, false]);
});
