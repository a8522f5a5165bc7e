import { limitNamed, type LimitField } from './catalogue.js';
import type { UsageReading } from './usage-sample.js';

/** With a point every quarter of an hour, a day has 96 points. */
const MAX_POINTS = 128;

/** A shorter history would be too short for a forecast. */
const MIN_POINTS = 16;

/** A time and an amount. */
const POINT_BYTES = 16;

/** A sixteenth of a minute, so that four doublings make a minute. Points closer together add no information. */
const MIN_STEP_MS = 3750;

/** A full history covers at least this duration. */
const MIN_REACH_MS = 86_400_000;

/** Whether a limit has a history. Rates allow no forecast, and ceilings and timeouts concern single operations. */
export function hasHistory(field: LimitField): boolean {
  const { kind } = limitNamed[field];
  return kind === 'level' || kind === 'quota';
}

/**
 * Returns how many points each history may have, so that all histories together stay below a memory limit: `maxPoints`,
 * a half of it, a quarter and so on, or 0 instead of fewer than 16.
 *
 * @param histories the number of histories.
 */
export function historyCapacity(histories: number, limitBytes: number, maxPoints = MAX_POINTS): number {
  let capacity = maxPoints;
  while (capacity >= MIN_POINTS && histories * capacity * POINT_BYTES > limitBytes) capacity = Math.floor(capacity / 2);
  return capacity < MIN_POINTS ? 0 : capacity;
}

/**
 * Reduces the history of a reading to at most `capacity` points, evenly spaced in time.
 *
 * Time is divided into steps, and the last reading of each step is kept. While there are too many points, the step
 * doubles, from 3.75 seconds until a full history covers a day. After that the oldest points are dropped. If reports
 * arrive less often than the steps, a history covers a longer time.
 *
 * The result does not depend on the order of the reports: the last reading of a long step is also the last reading of
 * the last short step in it.
 *
 * @param capacity the maximum number of points; 0 for no history.
 * @param since the start of the quota period, Unix milliseconds. Earlier points are dropped.
 * @returns the same reading if nothing changed.
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
