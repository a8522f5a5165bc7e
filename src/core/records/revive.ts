import type { JsonObject } from '../shared/is-object.js';
import type { ResourceKind } from '../shared/resource-kind.js';
import { idFields, readRecord } from './read-record.js';
import { splitCredentials } from './split-credentials.js';

/**
 * Reads a record from a parsed value, such as a member of a snapshot, and removes its credentials.
 *
 * @returns `undefined` for a value that is not a record with this id
 */
export function reviveRecord<R extends object>(resource: ResourceKind, id: string, value: unknown): R | undefined {
  const { record } = readRecord<R>(idFields[resource], value);
  const isIt = record !== undefined && (record as JsonObject)[idFields[resource]] === id;
  return isIt ? splitCredentials(record).record : undefined;
}
