import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

/** The kernel's count of the processor time of the thread that reads this file, nanoseconds. */
const COUNT = '/proc/thread-self/schedstat';

/**
 * The processor time of this thread so far, milliseconds, exact to a few milliseconds. Time of other programs and of
 * threads that collect garbage in parallel does not count: neither blocks this thread's event loop.
 */
export function threadTimeMs(): number {
  if (process.platform === 'linux') return Number(readFileSync(COUNT, 'latin1').split(' ')[0]) / 1e6;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The most processor time of a turn of the event loop from now until `isDone`, milliseconds. */
export async function longestTurn(isDone: () => boolean): Promise<number> {
  let longestMs = 0;
  let beforeMs = threadTimeMs();
  while (!isDone()) {
    await setImmediate();
    const nowMs = threadTimeMs();
    longestMs = Math.max(longestMs, nowMs - beforeMs);
    beforeMs = nowMs;
  }
  return longestMs;
}
