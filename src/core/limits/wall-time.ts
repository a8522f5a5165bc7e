import type { Clock } from '../shared/clock.js';
import type { Commits } from '../store/commits.js';
import { createSource, type Source } from '../store/source.js';
import { periodStart } from './quota-period.js';

/**
 * Makes a view of the wall-clock time, Unix milliseconds. `value` is the time of the read. The view emits when a day (UTC)
 * begins. All subscribers share one timer, and without subscribers there is no timer.
 */
export function createWallTime(commits: Commits, clock: Clock): Source<number> {
  let cancel = (): void => {};

  function arm(): void {
    const now = clock.now();
    cancel = clock.schedule(startDay, periodStart('queries/day', now, 1) - now);
  }

  function startDay(): void {
    arm();
    commits.commit(time.changed);
  }

  const time = createSource(commits, {
    read: () => clock.now(),
    onWatched: (isWatched) => (isWatched ? arm() : cancel()),
  });
  return time;
}
