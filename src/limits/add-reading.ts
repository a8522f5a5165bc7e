import type { UsageReading } from './usage-sample.js';

/**
 * Adds what was seen to what is known of one limit's use.
 *
 * The reading with the latest time counts. One that comes late takes its place in the history and changes nothing
 * else. Of two with the same time the one that was reported later counts; the same again changes nothing.
 *
 * @param capacity how many points the history may have, see `cutHistory`.
 * @returns the reading it was given, if nothing changed.
 */
export function addReading(before: UsageReading | undefined, seen: UsageReading, capacity: number): UsageReading {
  const known = before?.history ?? NO_HISTORY;
  const history = capacity === 0 ? known : insert(known, seen);
  const isLate = before !== undefined && seen.at < before.at;
  const isSame = before?.at === seen.at && before.used === seen.used;
  if (before !== undefined && (isLate || isSame) && history === known) return before;
  return cutHistory({ ...(isLate ? before : seen), history }, capacity);
}

/**
 * Gives a reading a history of so many points at most. When there are more, every second one is dropped: so a history
 * reaches far back, and is the denser the nearer it is. 0: it has none.
 *
 * @returns the reading it was given, if that has no more.
 */
export function cutHistory(reading: UsageReading, capacity: number): UsageReading {
  const { history: given = NO_HISTORY, ...latest } = reading;
  if (capacity === 0) return reading.history === undefined ? reading : latest;
  let history = given;
  while (history.length > 2 * capacity) history = everySecond(history);
  return history === given ? reading : { ...latest, history };
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

/** The last point is always kept. */
function everySecond(history: readonly number[]): number[] {
  return history.filter((_, at) => ((history.length - 1 - at) >> 1) % 2 === 0);
}
