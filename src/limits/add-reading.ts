import type { UsageReading } from './usage-sample.js';

/**
 * Adds what was seen to what is known of one limit's use.
 *
 * The reading with the latest time counts. One that comes late takes its place in the history and changes nothing
 * else. Of two with the same time the one that was reported later counts; the same again changes nothing.
 *
 * @param hasHistory whether what was seen before is kept; it is not cut to a length.
 * @returns the reading it was given, if nothing changed.
 */
export function addReading(before: UsageReading | undefined, seen: UsageReading, hasHistory: boolean): UsageReading {
  const known = before?.history ?? NO_HISTORY;
  const history = hasHistory ? insert(known, seen) : known;
  const isLate = before !== undefined && seen.at < before.at;
  const isSame = before?.at === seen.at && before.used === seen.used;
  if (before !== undefined && (isLate || isSame) && history === known) return before;
  return { ...(isLate ? before : seen), history };
}

const NO_HISTORY: readonly number[] = [];

/** Nearly always at the end. */
function insert(history: readonly number[], { at, used }: UsageReading): readonly number[] {
  let place = history.length;
  while (place > 0 && (history[place - 2] as number) > at) place -= 2;
  const isThere = place > 0 && history[place - 2] === at;
  if (isThere && history[place - 1] === used) return history;
  return history.toSpliced(isThere ? place - 2 : place, isThere ? 2 : 0, at, used);
}
