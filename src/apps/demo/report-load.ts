import { reportUsage } from '../../core/limits/report-usage.js';
import type { Fleet } from '../../core/fleet/fleet.js';
import type { Clock } from '../../core/shared/clock.js';
import { databaseLoad, indexLoad } from './demo-load.js';

const INTERVAL_MS = 1000;

/** Displays mark a reading as simulated if its source begins so. */
export const SIMULATED = 'simulated by the demonstration';

/**
 * Reports simulated usage of all resources of a fleet once a second.
 *
 * @param shareOf returns the used share of a resource's limits, or `undefined` to report nothing.
 * @returns a function that stops the reports.
 */
export function reportLoad(fleet: Fleet, clock: Clock, shareOf: (id: string) => number | undefined): () => void {
  let cancel = (): void => {};

  function report(): void {
    for (const record of fleet.databases.all.value) {
      const share = shareOf(record.database_id);
      if (share !== undefined)
        reportUsage(fleet, 'database', record.database_id, databaseLoad(record, share), { source: SIMULATED });
    }
    for (const record of fleet.indices.all.value) {
      const share = shareOf(record.id);
      if (share !== undefined) reportUsage(fleet, 'index', record.id, indexLoad(record, share), { source: SIMULATED });
    }
    cancel = clock.schedule(report, INTERVAL_MS);
  }

  report();
  return () => cancel();
}
