import { databaseFacts } from '../../../../src/core/fleet/poll-facts.js';
import { createRequestGate } from '../../../../src/core/polling/request-gate.js';
import { createSleepAwareClock } from '../../../../src/core/polling/sleep-aware-clock.js';
import { createScheduler } from '../../../../src/core/polling/scheduler.js';
import { createCommits } from '../../../../src/core/state/commits.js';
import { confirmed, unknownEntry } from '../../../../src/core/state/entry.js';
import { sampleDatabase } from '../../../support/sample-database.js';
import type { Poller } from './poller.js';

const WIDE_OPEN = { concurrency: 1e6, perSecond: 1e6, burst: 1e6 };

/** The scheduler and the gate as a fleet has them. */
export const fleetglassPoller: Poller = {
  name: 'fleetglass',
  start({ ids, intervalMs, wheel, poll }) {
    const { uncorrected, corrected: clock } = createSleepAwareClock(wheel);
    const random = (): number => 0.5;
    const gate = createRequestGate({ ...WIDE_OPEN, clock: uncorrected, random });
    const entry = confirmed(unknownEntry<typeof sampleDatabase>('93e3a3e7'), sampleDatabase, 0);
    const scheduler = createScheduler({
      clock,
      commits: createCommits(),
      gate,
      random,
      cadence: () => intervalMs,
      factsOf: () => databaseFacts(entry),
      poll: (key, { priority }) =>
        gate.request({ key, operation: 'get-database', priority, send: () => poll(key) }).result,
    });
    scheduler.track(ids);
    return () => {
      scheduler.dispose();
      gate.dispose();
    };
  },
};
