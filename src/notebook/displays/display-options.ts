import * as v from 'valibot';
import type { FleetError, Thresholds } from '../../index.js';
import { isObject } from '../../core/shared/is-object.js';
import { invalidRequest } from '../../core/shared/refuse-issues.js';
import { kindOfRecord } from '../../core/shared/resource-kind.js';
import { aTimeZone, integerFrom } from '../history/options.js';

/** The options of displays that print times. */
export interface TimeZoneOptions {
  /** The IANA name of the time zone in which times are written, such as `Europe/Paris`. @default 'UTC' */
  readonly timeZone?: string | undefined;
}

/** The options of displays with a row for each thing. */
export interface RowsOptions {
  /** The maximum number of rows, 1 to 10,000. @default 50 */
  readonly limit?: number | undefined;
}

/** More rows than these take seconds in a page. */
const MAX_ROWS = 10_000;

export const rowsOption = (byDefault: number) => v.optional(integerFrom(1, MAX_ROWS), byDefault);

export const timeZoneOption = v.optional(aTimeZone, 'UTC');

/** Not checked here: `levelsOf` checks the thresholds. */
export const thresholdsOption = v.optional(v.custom<Thresholds>(() => true));

/** @throws FleetError `invalid-request` for a value that is neither a record nor, by default, an entry */
export function checkRecord(given: unknown, expected = 'a database, a vector index or an entry'): void {
  // Every record has an id, and every entry too.
  if (given === undefined || (isObject(given) && ('database_id' in given || 'id' in given))) return;
  const isView = isObject(given) && 'value' in given;
  throw wrongRecord(`expected ${expected}${isView ? ', but this is a view: pass its `.value`' : ''}`);
}

/** @throws FleetError `invalid-request` for a value that is not the record of a vector index */
export function checkIndexRecord(given: unknown): void {
  if (isEntryLike(given)) throw wrongRecord('expected a vector index, but this is an entry: pass its `.record`');
  checkRecord(given, 'a vector index');
  if (isObject(given) && kindOfRecord(given) === 'database')
    throw wrongRecord('expected a vector index, but this is a database, which has no throughput');
}

function wrongRecord(message: string): FleetError {
  return invalidRequest('configure', [{ path: 'record', message }]);
}

export function isEntryLike(given: unknown): given is { readonly record: unknown } {
  return isObject(given) && 'fetching' in given && 'status' in given && 'record' in given;
}
