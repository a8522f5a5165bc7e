import { expect } from 'vitest';
import { FleetError } from '../../src/core/shared/fleet-error.js';

/** The FleetError that a promise rejects with; the test fails if it is anything else. */
export async function failureOf(promise: Promise<unknown>): Promise<FleetError> {
  const [result] = await Promise.allSettled([promise]);
  expect(result.status, 'a failure was expected').toBe('rejected');
  const failure: unknown = result.status === 'rejected' ? result.reason : undefined;
  expect(failure).toBeInstanceOf(FleetError);
  return failure as FleetError;
}

/** The FleetError that a call throws; the test fails if it is anything else. */
export function errorOf(call: () => unknown): FleetError {
  try {
    call();
  } catch (error) {
    expect(error).toBeInstanceOf(FleetError);
    return error as FleetError;
  }
  throw new Error('an error was expected');
}
