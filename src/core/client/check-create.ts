import { inspectCreateDatabase, type CreateDatabaseRequest } from '../records/create-database.js';
import { aBoolean, optional } from '../shared/option-schemas.js';
import { signalOption, type CreateDatabaseOptions } from './call-options.js';
import { readOptions } from '../shared/read-options.js';
import { refuseIssues } from '../shared/refuse-issues.js';
import { serialize } from '../shared/serialize.js';

/** The documented fields need less than a tenth of it; the proxy refuses larger bodies. */
const MAX_BODY_BYTES = 64 * 1024;

const createDatabaseOptions = { signal: signalOption, allowUndocumented: optional(aBoolean) };

/** Reads a create request and its options once, and checks them. @throws FleetError `invalid-request` */
export function checkCreate(
  request: CreateDatabaseRequest,
  options?: CreateDatabaseOptions,
): { readonly body: string; readonly signal: AbortSignal | undefined } {
  // Serialized once: getters and `toJSON` could return another value after the check.
  const body = serialize(request);
  // Before the other checks, which name every wrong field: a body may have a million of them.
  if (body.length > MAX_BODY_BYTES || new TextEncoder().encode(body).length > MAX_BODY_BYTES)
    refuseIssues('create-database', [{ path: '', message: `expected at most ${MAX_BODY_BYTES} bytes of JSON` }]);
  const { output, issues } = readOptions(createDatabaseOptions, options);
  const { signal, allowUndocumented } = output ?? {};
  refuseIssues('create-database', [...inspectCreateDatabase(JSON.parse(body), allowUndocumented === true), ...issues]);
  return { body, signal };
}
