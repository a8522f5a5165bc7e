import type { JsonObject } from '../shared/is-object.js';
import type { ResourceKind } from '../shared/resource-kind.js';
import type { Database } from './database.js';
import type { LargeIntegers } from './large-integers.js';
import { idFields, readRecord } from './read-record.js';
import { splitCredentials } from './split-credentials.js';
import type { VectorIndex } from './vector-index.js';

/**
 * Reads a database record from a parsed value, such as a member of a snapshot, and removes its credentials.
 *
 * @param digits the known exact integers beyond 2^53.
 * @returns `undefined` for a value that is not a record with this id
 */
export function reviveDatabase(id: string, value: unknown, digits: LargeIntegers): Database | undefined {
  return revive<Database>('database', id, value, digits);
}

/** Like `reviveDatabase`, for a vector index. */
export function reviveVectorIndex(id: string, value: unknown, digits: LargeIntegers): VectorIndex | undefined {
  return revive<VectorIndex>('index', id, value, digits);
}

function revive<R extends object>(
  resource: ResourceKind,
  id: string,
  value: unknown,
  digits: LargeIntegers,
): R | undefined {
  const { record } = readRecord<R>(idFields[resource], value, () => digits, undefined);
  const isIt = record !== undefined && (record as JsonObject)[idFields[resource]] === id;
  return isIt ? splitCredentials(record).record : undefined;
}
