import { FleetError } from '../../../src/core/shared/fleet-error.js';

/** The paths of the issues of the error that a call throws. */
export function issuePaths(call: () => unknown): string[] | undefined {
  try {
    call();
  } catch (error) {
    if (error instanceof FleetError) return error.issues?.map(({ path }) => path);
    throw error;
  }
  return undefined;
}
