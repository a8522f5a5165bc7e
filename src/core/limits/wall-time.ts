import type { Clock } from '../shared/clock.js';
import type { Commits } from '../state/commits.js';
import { createSource, type Source } from '../state/source.js';
import { periodStart } from './quota-period.js';

/**
 * Makes a view of the time, for what follows from it: whoever reads it has the time of that moment, Unix milliseconds,
 * and whoever subscribes is told when a day of UTC begins. All share one timer, and there is none without them.
 */
export function createWallTime(commits: Commits, clock: Clock): Source<number> {
  let cancel = (): void => {};

  function arm(): void {
    const now = clock.now();
    cancel = clock.schedule(ring, periodStart('queries/day', now, 1) - now);
  }

  function ring(): void {
    arm();
    commits.commit(time.changed);
  }

  const time = createSource(commits, {
    read: () => clock.now(),
    onWatched: (isWatched) => (isWatched ? arm() : cancel()),
  });
  return time;
}
