import { atRest, isActive } from '../../../../src/core/records/database-state.js';
import { Limiter } from '../../../../src/core/polling/limiter.js';
import { Scheduler } from '../../../../src/core/polling/scheduler.js';
import { createSleepAwareClock } from '../../../../src/core/polling/sleep-aware-clock.js';
import { Commits } from '../../../../src/core/store/commits.js';
import { confirmed, unknownEntry } from '../../../../src/core/store/entry.js';
import { sampleDatabase } from '../../../support/sample-database.js';
import type { Poller } from './poller.js';

const WIDE_OPEN = { concurrency: 1e6, perSecond: 1e6, burst: 1e6 };

/** The signal of a request belongs to the request: in Node, to make one costs as much as the scheduling. */
const NO_CONTROLLER = new AbortController();

/** The scheduler and the limiter as a fleet has them. */
export const fleetglassPoller: Poller = {
  name: 'fleetglass',
  start({ ids, intervalMs, wheel, poll }) {
    const { corrected, uncorrected } = createSleepAwareClock(wheel);
    const random = (): number => 0.5;
    const { record, status, confirmedAt } = confirmed(
      unknownEntry<typeof sampleDatabase>('93e3a3e7'),
      sampleDatabase,
      0,
    );
    const scheduler = new Scheduler({
      clock: corrected,
      commits: new Commits(),
      limiter: new Limiter({ ...WIDE_OPEN, clock: uncorrected, random }),
      random,
      cadence: () => intervalMs,
      createController: () => NO_CONTROLLER,
    });
    const polls = scheduler.register({
      resource: 'database',
      isCounted: true,
      has: () => true,
      operation: 'get-database',
      facts: () => ({
        hasRecord: record !== undefined,
        modifying: record !== undefined && !atRest(record),
        active: record !== undefined && isActive(record),
        missing: status === 'missing',
        confirmedAt,
      }),
      poll,
      onRequested() {},
      onCancelled() {},
      onNotSent() {},
    });
    polls.change(ids, 'tracked', 1);
    return () => scheduler.dispose();
  },
};
