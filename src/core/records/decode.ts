import type { Database } from './database.js';
import { driftOf } from './drift-of.js';
import type { Drift } from './drift.js';
import { readDatabaseText, type Reading } from './read-record.js';
import { readVectorIndicesText } from './read-list.js';
import type { VectorIndex } from './vector-index.js';

/** A decoded answer. `record` is `undefined` if its id could not be read; `drift` says why. */
export interface Decoded<R> {
  readonly record: R | undefined;
  readonly drift: readonly Drift[];
}

/** A decoded list. `records` is `undefined` if the id of an element could not be read; `drift` says why. */
export interface DecodedList<R> {
  readonly records: readonly R[] | undefined;
  readonly drift: readonly Drift[];
}

/**
 * Decodes the text of a database record. Fields and enum values that are not in api.md keep their value, and a missing
 * or mistyped field becomes drift. Only `database_id` is required. Never throws.
 *
 * @param previous an earlier record of the same database. The result shares its equal nested values. For an equal answer,
 *   `record` is `previous` itself.
 * @see api.md, Resources and their fields, Database record.
 */
export function decodeDatabase(text: string, previous?: Database): Decoded<Database> {
  return withDrift(readDatabaseText(text, previous));
}

/**
 * Decodes the text of a list of vector indices, each as tolerantly as {@link decodeDatabase} does. Only `id` is required. Of
 * several elements with the same id, the list contains the first one. Never throws.
 *
 * @param previous an earlier list. The result shares its equal records, and only changed elements are parsed.
 * @see api.md, Resources and their fields, Vector index record.
 */
export function decodeVectorIndices(text: string, previous?: readonly VectorIndex[]): DecodedList<VectorIndex> {
  const { record: records, drift } = withDrift(readVectorIndicesText(text, previous));
  return { records, drift };
}

function withDrift<R extends object>({ record, problem }: Reading<R>): Decoded<R> {
  return { record, drift: record === undefined ? [problem as Drift] : driftOf(record) };
}
