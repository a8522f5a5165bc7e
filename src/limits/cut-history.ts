import type { UsageReading } from './usage-sample.js';

/**
 * Gives a reading a history of so many points at most. When there are more, every second one is dropped: so a history
 * reaches far back, and is the denser the nearer it is. 0: it has none.
 *
 * @returns the reading it was given, if that has no more.
 */
export function cutHistory(reading: UsageReading, capacity: number): UsageReading {
  const { history: given = [], ...latest } = reading;
  if (capacity === 0) return reading.history === undefined ? reading : latest;
  let history = given;
  while (history.length > 2 * capacity) history = everySecond(history);
  return history === given ? reading : { ...latest, history };
}

/** The last point is always kept. */
function everySecond(history: readonly number[]): number[] {
  return history.filter((_, at) => ((history.length - 1 - at) >> 1) % 2 === 0);
}
