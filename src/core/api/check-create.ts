import { inspectCreateDatabase, type CreateDatabaseRequest } from './create-database.js';
import { checkCall } from './inspect-call.js';
import type { CreateDatabaseOptions } from './management-client.js';
import { serialize } from './serialize.js';

/** A create that can be sent. */
export interface CheckedCreate {
  /** As it was when it was asked for, exactly: JSON text. */
  readonly body: string;
  readonly options: CreateDatabaseOptions;
}

/**
 * Reads what is to be created together with its options, once, and checks it.
 *
 * @throws FleetError `invalid-request` with all issues
 */
export function checkCreate(request: CreateDatabaseRequest, options?: CreateDatabaseOptions): CheckedCreate {
  // What is checked is what the service gets, whatever getters and toJSON do.
  const body = serialize(request);
  const { signal, allowUndocumented } = checkCall('create-database', options, (given) =>
    inspectCreateDatabase(JSON.parse(body), { allowUndocumented: given.allowUndocumented === true }),
  );
  return { body, options: { ...(signal && { signal }), ...(allowUndocumented && { allowUndocumented }) } };
}
