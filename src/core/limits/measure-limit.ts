import { raisedStatuses, type RaisedStatus } from '../fleet/thresholds-option.js';
import type { LimitField } from '../records/limit-fields.js';
import { limitNamed } from './catalogue.js';
import { isPeriodOver } from './quota-period.js';
import type { LevelsOf, ResolvedLevels } from './thresholds.js';
import type { UsageReading } from './usage-sample.js';

/**
 * The status of a limit.
 *
 * - `unknown`: the record has no valid limit, or no use was reported.
 * - `unlimited`: there is no limit.
 * - `ok`, `warning`, `critical`, `exceeded`: according to the thresholds. A status that began stays until the ratio falls
 *   below its `clear` threshold.
 */
export type LimitStatus = 'unknown' | 'unlimited' | 'ok' | 'warning' | 'critical' | 'exceeded';

export type MeasuredStatus = 'ok' | RaisedStatus;

export type Measure =
  | ({ readonly used: number | undefined; readonly ratio: undefined } & (
      | { readonly status: 'unknown'; readonly limit: number | undefined }
      | { readonly status: 'unlimited'; readonly limit: 'unlimited' }
    ))
  | { readonly status: MeasuredStatus; readonly limit: number; readonly used: number; readonly ratio: number };

/**
 * Compares a use with its limit. A value that is not an amount counts as unknown.
 *
 * @param unlimited the value that means "no limit"
 * @param before the status before this use, which stays until the ratio falls below its `clear` threshold
 */
export function measureLimit(
  value: unknown,
  use: unknown,
  levels: ResolvedLevels,
  unlimited: number | undefined,
  before: RaisedStatus | undefined,
): Measure {
  const used = isAmount(use) ? use : undefined;
  if (value !== undefined && value === unlimited) {
    return { limit: 'unlimited', used, ratio: undefined, status: 'unlimited' };
  }
  const limit = isAmount(value) ? value : undefined;
  if (limit === undefined || used === undefined) return { limit, used, ratio: undefined, status: 'unknown' };
  // JSON can contain -0, and a positive use divided by -0 is -Infinity.
  const ratio = used === 0 ? 0 : used / Math.abs(limit);
  return { limit, used, ratio, status: statusOf(ratio, levels, before) };
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < Infinity;
}

const WORST_FIRST = raisedStatuses.toReversed();

function statusOf(ratio: number, levels: ResolvedLevels, before: RaisedStatus | undefined): MeasuredStatus {
  let isHeld = false;
  for (const status of WORST_FIRST) {
    isHeld ||= status === before;
    if (ratio >= (isHeld ? levels.clear[status] : levels[status])) return status;
  }
  return 'ok';
}

/**
 * The status of a limit before a new reading. It is stored with the reading, so that every later computation of the
 * status has the same result.
 *
 * @param before the known reading
 * @param at the time of the new reading
 */
export function statusAt(
  field: LimitField,
  before: UsageReading | undefined,
  at: number,
  record: object,
  levels: LevelsOf,
): RaisedStatus | undefined {
  const { unit, unlimited } = limitNamed[field];
  if (before === undefined || isPeriodOver(unit, before.at, at)) return undefined;
  // A second reading for the same time replaces the first reading.
  if (before.at === at) return before.statusBefore;
  const value = (record as { readonly [Field in LimitField]?: unknown })[field];
  const { status } = measureLimit(value, before.used, levels(field), unlimited, before.statusBefore);
  return raisedStatuses.find((raised) => raised === status);
}
