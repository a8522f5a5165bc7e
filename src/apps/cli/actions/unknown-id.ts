import { FleetError } from '../../../index.js';
import type { FoundDatabase } from '../state/find-kept.js';

/**
 * Makes the handler of a failed read of a database. The error of an unknown id names the id: `get-database: refused
 * (status 404)` would not say which id of a script is wrong.
 */
export function nameUnknownId({ id, unreadable }: FoundDatabase): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof FleetError) || error.code !== 'not-found') throw error;
    const { operation, status } = error;
    const names = unreadable === undefined ? '' : `. The kept names could not be read: ${unreadable.message}`;
    throw new FleetError('not-found', operation, `the service does not know the id ${id} (status ${status})${names}`, {
      status,
    });
  };
}
