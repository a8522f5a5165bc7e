import { parseJson } from '../wire/parse-json.js';
import type { Database } from './database.js';
import { readLargeIntegers, type LargeIntegers } from './large-integers.js';
import { idFields, readRecord, type Reading, type ScreenRecord } from './read-record.js';

/**
 * Reads the text of a database record. Fields and enum values that are not in api.md keep their value. Only `database_id`
 * is required.
 *
 * @param previous an earlier record of the same database. The result shares its equal nested values. For an equal answer,
 *   `record` is `previous` itself.
 * @throws UnusableAnswer if `screen` refuses the record
 */
export function readDatabaseText(text: string, previous?: Database, screen?: ScreenRecord): Reading<Database> {
  return readRecord<Database>(idFields.database, parseJson(text), () => readLargeIntegers(text)[0], previous, screen);
}

/**
 * Reads a parsed database record, with its credentials.
 *
 * @param digits the known exact integers beyond 2^53.
 */
export function readDatabaseValue(value: unknown, digits: LargeIntegers | undefined): Reading<Database> {
  return readRecord<Database>(idFields.database, value, () => digits, undefined);
}
