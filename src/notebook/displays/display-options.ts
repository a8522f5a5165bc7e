import * as v from 'valibot';
import type { LimitField, Thresholds } from '../../index.js';
import { limitNamed } from '../../core/limits/catalogue.js';
import { isObject } from '../../core/shared/is-object.js';
import { issueOf, refuseIssues } from '../../core/shared/refuse-issues.js';
import { utc, zoneOf } from '../display/text.js';
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

export const timeZoneOption = v.optional(v.pipe(aTimeZone, v.transform(zoneOf)), utc.name);

export const limitFieldsOption = v.optional(
  v.array(
    v.custom<LimitField>(
      (field) => typeof field === 'string' && Object.hasOwn(limitNamed, field),
      `one of ${Object.keys(limitNamed).join(', ')}`,
    ),
    'an array of limits',
  ),
);

/** Not checked here: `levelsOf` checks the thresholds. */
export const thresholdsOption = v.optional(v.custom<Thresholds>(() => true));

/** @throws FleetError `invalid-request` for a value that is neither a record nor an entry */
export function checkRecord(given: unknown): void {
  refuse(recordProblem(given, 'a database, a vector index or an entry'));
}

/** @throws FleetError `invalid-request` for a value that is not the record of a vector index */
export function checkIndexRecord(given: unknown): void {
  if (isEntryLike(given)) refuse('expected a vector index, but this is an entry: pass its `.record`');
  const isDatabase = isObject(given) && 'database_id' in given;
  if (isDatabase) refuse('expected a vector index, but this is a database, which has no throughput');
  refuse(recordProblem(given, 'a vector index'));
}

function refuse(problem: string | undefined): void {
  refuseIssues('configure', issueOf(problem, 'record'));
}

function recordProblem(given: unknown, expected: string): string | undefined {
  if (given === undefined) return undefined;
  // Every record has an id, and every entry too.
  if (isObject(given) && ('database_id' in given || 'id' in given)) return undefined;
  const isView = isObject(given) && 'value' in given;
  return isView ? `expected ${expected}, but this is a view: pass its \`.value\`` : `expected ${expected}`;
}

export function isEntryLike(given: unknown): given is { readonly record: unknown } {
  return isObject(given) && 'fetching' in given && 'status' in given && 'record' in given;
}
