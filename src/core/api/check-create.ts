import { inspectCreateDatabase, type CreateDatabaseRequest } from './create-database.js';
import { checkCall, type CreateDatabaseOptions } from './inspect-call.js';
import { refuseIssues } from './refuse-issues.js';
import { serialize } from './serialize.js';

/** A create that can be sent. */
export interface CheckedCreate {
  /** As it was when it was asked for, exactly: JSON text. */
  readonly body: string;
  readonly options: CreateDatabaseOptions;
}

/** The documented fields need less than a tenth of it; the proxy refuses larger bodies. */
const MAX_BODY_BYTES = 64 * 1024;

/**
 * Reads what is to be created together with its options, once, and checks it.
 *
 * @throws FleetError `invalid-request` with all issues
 */
export function checkCreate(request: CreateDatabaseRequest, options?: CreateDatabaseOptions): CheckedCreate {
  // What is checked is what the service gets, whatever getters and toJSON do.
  const body = serialize(request);
  // First: the other checks name every wrong field, and a body may have a million of them.
  if (isLongerThan(MAX_BODY_BYTES, body))
    refuseIssues('create-database', [{ path: '', message: `expected at most ${MAX_BODY_BYTES} bytes of JSON` }]);
  const { signal, allowUndocumented } = checkCall('create-database', options, (given) =>
    inspectCreateDatabase(JSON.parse(body), { allowUndocumented: given.allowUndocumented === true }),
  );
  return { body, options: { ...(signal && { signal }), ...(allowUndocumented && { allowUndocumented }) } };
}

function isLongerThan(bytes: number, text: string): boolean {
  return text.length > bytes || new TextEncoder().encode(text).length > bytes;
}
