import * as v from 'valibot';
import type { Thresholds } from '../../index.js';
import { isObject } from '../../core/shared/is-object.js';
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

/** Whether a value may be a record or an entry: each has an id. */
export function hasId(given: unknown): boolean {
  return isObject(given) && ('database_id' in given || 'id' in given);
}

export function isEntryLike(given: unknown): given is { readonly record: unknown } {
  return isObject(given) && 'fetching' in given && 'status' in given && 'record' in given;
}
