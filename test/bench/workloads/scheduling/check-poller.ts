import { deepStrictEqual } from 'node:assert/strict';
import type { Poller } from './poller.js';
import { createTimerWheel } from './timer-wheel.js';

const SECOND_MS = 1000;
const COUNT = 300;

/**
 * Checks a poller before it is measured: it must poll each id exactly once in each interval.
 *
 * @returns the number of polls in the busiest second, as a multiple of the mean: a service answers 429 to a burst
 */
export async function checkPoller({ name, start }: Poller, intervalMs: number): Promise<number> {
  const wheel = createTimerWheel();
  const ids = Array.from({ length: COUNT }, (_, at) => `database-${at}`);
  let polls: string[] = [];
  const stop = start({ ids, intervalMs, wheel, poll: (id) => Promise.resolve(polls.push(id)) });
  let busiest = 0;
  // After the second interval all ids are known and evenly spread.
  for (let atMs = 0; atMs < 4 * intervalMs; atMs += SECOND_MS) {
    if (atMs % intervalMs === 0) polls = [];
    const before = polls.length;
    await wheel.advance(SECOND_MS);
    if (atMs < 2 * intervalMs) continue;
    busiest = Math.max(busiest, polls.length - before);
    if ((atMs + SECOND_MS) % intervalMs === 0)
      deepStrictEqual({ name, polls: polls.toSorted() }, { name, polls: ids.toSorted() });
  }
  stop();
  await wheel.advance(intervalMs);
  return busiest / ((COUNT * SECOND_MS) / intervalMs);
}
