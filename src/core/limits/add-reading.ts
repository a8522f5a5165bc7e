import type { UsageReading } from './usage-sample.js';

/**
 * Adds a new reading to the latest reading of one limit and its history.
 *
 * The reading with the latest time counts. A late reading is inserted into the history and changes nothing else. Of two
 * readings with the same time, the later report counts. A repeated reading changes nothing.
 *
 * A known reading with a time after `now` was made while the clock was ahead. The new reading replaces it, and points of
 * the history after `now` are dropped.
 *
 * @param hasHistory whether earlier readings are kept. This function does not limit their number.
 * @param now Unix milliseconds
 * @returns the same reading if nothing changed.
 */
export function addReading(
  before: UsageReading | undefined,
  seen: UsageReading,
  hasHistory: boolean,
  now: number,
): UsageReading {
  const isAhead = before !== undefined && before.at > now;
  const known = before?.history ?? NO_HISTORY;
  const history = hasHistory ? insert(isAhead ? until(known, now) : known, seen) : known;
  const isLate = before !== undefined && !isAhead && seen.at < before.at;
  const isSame = before?.at === seen.at && before.used === seen.used;
  if (before !== undefined && (isLate || isSame) && history === known) return before;
  return { ...(isLate ? before : seen), history };
}

const NO_HISTORY: readonly number[] = [];

function until(history: readonly number[], now: number): readonly number[] {
  return history.filter((_, place) => (history[place & ~1] as number) <= now);
}

/** Searches from the end, because most readings are newer than the whole history. */
function insert(history: readonly number[], { at, used }: UsageReading): readonly number[] {
  let place = history.length;
  while (place > 0 && (history[place - 2] as number) > at) place -= 2;
  const isThere = place > 0 && history[place - 2] === at;
  if (isThere && history[place - 1] === used) return history;
  return history.toSpliced(isThere ? place - 2 : place, isThere ? 2 : 0, at, used);
}
