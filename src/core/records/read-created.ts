import { isObject } from '../shared/is-object.js';
import { parseJson } from '../wire/parse-json.js';
import type { Database } from './database.js';
import { readLargeIntegers } from './large-integers.js';
import { isDeeperThan } from './nesting.js';
import { idFields, MAX_DEPTH, readRecord, type Reading, type ScreenRecord } from './read-record.js';

/**
 * Reads the answer to a create. The database exists, so an unreadable field must not cost its id. A field that is nested
 * too deeply, or contains U+FFFD in place of invalid UTF-8, is left out.
 *
 * @throws UnusableAnswer if `screen` refuses the record
 */
export function readCreatedText(text: string, screen?: ScreenRecord): Reading<Database> {
  const value = parseJson(text);
  if (isObject(value))
    for (const field of Object.keys(value)) if (!isReadable(field, value[field])) delete value[field];
  return readRecord<Database>(idFields.database, value, () => readLargeIntegers(text)[0], undefined, screen);
}

function isReadable(field: string, value: unknown): boolean {
  return !isDeeperThan(MAX_DEPTH - 1, value) && !JSON.stringify([field, value]).includes('\uFFFD');
}
