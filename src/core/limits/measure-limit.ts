import { isAmount } from './is-amount.js';
import { type ResolvedLevels } from './thresholds.js';
import { raisedStatuses, type RaisedStatus } from '../fleet/thresholds-option.js';

/**
 * The status of a limit.
 *
 * - `unknown`: the record has no valid limit, or no use was reported.
 * - `unlimited`: there is no limit.
 * - `ok`, `warning`, `critical`, `exceeded`: according to the thresholds. A status that began stays until the ratio falls
 *   below its `clear` threshold.
 */
export type LimitStatus = 'unknown' | 'unlimited' | 'ok' | 'warning' | 'critical' | 'exceeded';

/** The statuses of a limit if the limit and its use are known. */
export type MeasuredStatus = 'ok' | RaisedStatus;

/** The result of comparing a use with its limit. */
export type Measure =
  | {
      readonly status: 'unknown';
      readonly limit: number | undefined;
      readonly used: number | undefined;
      readonly ratio: undefined;
    }
  | {
      readonly status: 'unlimited';
      readonly limit: 'unlimited';
      readonly used: number | undefined;
      readonly ratio: undefined;
    }
  | { readonly status: MeasuredStatus; readonly limit: number; readonly used: number; readonly ratio: number };

/**
 * Compares a use with its limit. A value that is not an amount counts as unknown.
 *
 * @param unlimited the value that means "no limit", if there is one.
 * @param before the status of the limit before this use was reported. The status stays until the ratio falls below its
 *   `clear` threshold.
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

const WORST_FIRST = raisedStatuses.toReversed();

function statusOf(ratio: number, levels: ResolvedLevels, before: RaisedStatus | undefined): MeasuredStatus {
  let isHeld = false;
  for (const status of WORST_FIRST) {
    isHeld ||= status === before;
    if (ratio >= (isHeld ? levels.clear[status] : levels[status])) return status;
  }
  return 'ok';
}
