import { isAmount } from './is-amount.js';
import { raisedStatuses, type RaisedStatus, type ResolvedLevels } from './thresholds.js';

/**
 * How far a limit is used.
 *
 * - `unknown`: the record does not say the limit, or nobody said how much is used.
 * - `unlimited`: there is no limit.
 * - `ok`, `warning`, `critical`, `exceeded`: by the thresholds. A status that has begun lasts until the use falls below
 *   the share at which it is cleared.
 */
export type LimitStatus = 'unknown' | 'unlimited' | 'ok' | 'warning' | 'critical' | 'exceeded';

/** The statuses of a limit of which both the amount and the use are known. */
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
 * Compares a use with its limit. A value that is not an amount, in the record or as use, is not known.
 *
 * @param unlimited the value that stands for no limit, if there is one.
 * @param before the status of the limit before this use was reported: a status that has begun lasts until the use falls
 *   below the share at which it is cleared.
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
  // JSON knows -0, and a use of that would be minus infinity.
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
