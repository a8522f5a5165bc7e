import { deepEqual } from '../../../../core/shared/deep-equal.js';
import type { RowFacts } from './row-facts.js';

/**
 * Puts the facts of all rows together, and keeps what is equal to before: of each row, and the list itself where all
 * of it is. So a poll that changes nothing that rows are found or ordered by leaves the order alone.
 */
export function refreshFacts(last: readonly RowFacts[] | undefined, now: readonly RowFacts[]): readonly RowFacts[] {
  if (last === undefined) return now;
  let isSame = last.length === now.length;
  const kept = now.map((row, at) => {
    const before = last[at];
    if (before !== undefined && (before === row || deepEqual(before, row))) return before;
    isSame = false;
    return row;
  });
  return isSame ? last : kept;
}
