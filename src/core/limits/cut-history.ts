import type { UsageReading } from './usage-sample.js';

/** A sixteenth of a minute, so that doubled often enough it is a minute. Points nearer to each other tell no more. */
const MIN_STEP_MS = 3750;

/** A full history reaches back at least so far. */
const MIN_REACH_MS = 86_400_000;

/**
 * Gives the history of a reading an even spacing in time, and so many points at most. Time is divided into steps, and
 * of each step the last reading is kept. The steps double while there are more than points: from 3.75 seconds, until
 * all points together reach back a day. Then the oldest points are dropped. Where reports come less often than the
 * steps, a history reaches back further.
 *
 * Which points are kept depends on all reports, not on their order: the last reading of a long step is also the last
 * reading of each shorter step at its end.
 *
 * @param capacity how many points a history may have; with 0 there is no history.
 * @param since the beginning of the quota's period, Unix milliseconds: a count of an earlier period is dropped.
 * @returns the reading it was given, if nothing changed.
 */
export function cutHistory(reading: UsageReading, capacity: number, since: number): UsageReading {
  const { history: given, ...latest } = reading;
  if (given === undefined) return reading;
  if (capacity === 0) return latest;
  const first = firstSince(given, since);
  const stepMs = stepOf(given[first] ?? 0, given.at(-2) ?? 0, capacity);
  const history: number[] = [];
  for (let place = first; place < given.length; place += 2) {
    const [at, used] = [given[place] as number, given[place + 1] as number];
    const isSameStep = Math.floor((history.at(-2) ?? -Infinity) / stepMs) === Math.floor(at / stepMs);
    if (isSameStep) history.length -= 2;
    history.push(at, used);
  }
  history.splice(0, history.length - 2 * capacity);
  return history.length === given.length ? reading : { ...latest, history };
}

function firstSince(history: readonly number[], since: number): number {
  let first = 0;
  while (first < history.length && (history[first] as number) < since) first += 2;
  return first;
}

function stepOf(first: number, last: number, capacity: number): number {
  let stepMs = MIN_STEP_MS;
  const stepCount = (): number => Math.floor(last / stepMs) - Math.floor(first / stepMs) + 1;
  while (stepCount() > capacity && capacity * stepMs < MIN_REACH_MS) stepMs *= 2;
  return stepMs;
}
