import { expect } from 'vitest';
import { FleetError } from '../../src/core/shared/fleet-error.js';

/** The error that a promise rejects with, or a call throws or rejects with; the test fails if there is none. */
export async function rejectionOf(work: unknown): Promise<Error> {
  try {
    await (typeof work === 'function' ? (work as () => unknown)() : work);
  } catch (error) {
    expect(error).toBeInstanceOf(Error);
    return error as Error;
  }
  throw new Error('a failure was expected');
}

/** The FleetError that a promise rejects with; the test fails if it is anything else. */
export async function failureOf(promise: Promise<unknown>): Promise<FleetError> {
  const failure = await rejectionOf(promise);
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

/** The paths of the issues of the FleetError that a call throws. */
export const issuePaths = (call: () => unknown): string[] | undefined => errorOf(call).issues?.map(({ path }) => path);
