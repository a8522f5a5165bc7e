import { inspectCreateDatabase, type CreateDatabaseRequest } from '../records/create-database.js';
import { aBoolean, optional } from '../shared/option-schemas.js';
import { signalOption, type CreateDatabaseOptions } from './call-options.js';
import { readOptions } from '../shared/read-options.js';
import { refuseIssues } from '../shared/refuse-issues.js';
import { serialize } from '../shared/serialize.js';

const createDatabaseOptions = { signal: signalOption, allowUndocumented: optional(aBoolean) };

/** Reads a create request and its options once, and checks them. @throws FleetError `invalid-request` */
export function checkCreate(
  request: CreateDatabaseRequest,
  options?: CreateDatabaseOptions,
): { readonly body: string; readonly signal: AbortSignal | undefined } {
  // Serialized once: getters and `toJSON` could return another value after the check.
  const body = serialize(request);
  const { output, issues } = readOptions(createDatabaseOptions, options);
  const { signal, allowUndocumented } = output ?? {};
  refuseIssues('create-database', [...inspectCreateDatabase(JSON.parse(body), allowUndocumented === true), ...issues]);
  return { body, signal };
}
