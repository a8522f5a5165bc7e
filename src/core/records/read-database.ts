import { parseJson } from '../wire/parse-json.js';
import { isObject } from '../shared/is-object.js';
import type { Database } from './database.js';
import { idFields, isDeeperThan, MAX_DEPTH, readRecord, type Reading } from './read-record.js';

/**
 * Reads the text of a database record. Fields and enum values that are not in api.md keep their value. Only `database_id`
 * is required.
 *
 * @param previous an earlier record of the same database. The result shares its equal nested values. For an equal answer,
 *   `record` is `previous` itself.
 */
export function readDatabaseText(text: string, previous?: Database): Reading<Database> {
  return readRecord(idFields.database, parseJson(text), text, previous);
}

/**
 * Reads the answer to a create. The database exists, so an unreadable field must not cost its id. A field that is nested
 * too deeply, or contains U+FFFD in place of invalid UTF-8, is left out.
 */
export function readCreatedText(text: string): Reading<Database> {
  const value = parseJson(text);
  if (isObject(value))
    for (const field of Object.keys(value)) if (!isReadable(field, value[field])) delete value[field];
  return readRecord(idFields.database, value, text);
}

function isReadable(field: string, value: unknown): boolean {
  return !isDeeperThan(MAX_DEPTH - 1, value) && !JSON.stringify([field, value]).includes('\uFFFD');
}
