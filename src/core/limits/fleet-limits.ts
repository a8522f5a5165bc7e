import type { Database } from '../api/database.js';
import type { IndexRecord } from '../api/vector-index.js';
import { deepEqual } from '../shared/deep-equal.js';
import { derive } from '../state/derive.js';
import type { View } from '../state/view.js';
import type { FleetSummary } from './fleet-summary.js';
import { limitUsage, type LimitUsage } from './limit-usage.js';
import { createSummaryView, type SummaryViewOptions } from './summary-view.js';
import { levelsOf } from './thresholds.js';
import type { UsageSample } from './usage-sample.js';

/** How much of the limits is left. */
export interface FleetLimits {
  /**
   * The 12 limits of a database with what is used of them; empty while there is no record. Silent while neither the
   * limits nor their use change.
   *
   * @see api.md, Limits 1
   */
  database(id: string): View<readonly LimitUsage[]>;
  /**
   * The 9 limits of a vector index with what is used of them; empty while there is no record. Silent while neither the
   * limits nor their use change.
   *
   * @see api.md, Limits 2
   */
  index(id: string): View<readonly LimitUsage[]>;
  /**
   * All limits of the fleet at a glance. It costs what changed since it was read, whatever the size of the fleet. While
   * somebody subscribes, the list of vector indices is polled; of databases it has those that are known.
   */
  readonly summary: View<FleetSummary>;
}

/** Limits that are somebody's to end. */
export interface OwnedFleetLimits extends FleetLimits {
  /** Ends all subscriptions that the stores do not end. */
  dispose(): void;
}

/** @throws FleetError `invalid-request` if the thresholds are wrong */
export function createFleetLimits(options: SummaryViewOptions): OwnedFleetLimits {
  const { commits, databases, indices, ledger, thresholds } = options;
  levelsOf(thresholds);
  const summary = createSummaryView(options);
  const limitsOf = (record: View<Database | IndexRecord | undefined>, usage: View<UsageSample | undefined>) =>
    derive(
      commits,
      [record, usage, ledger.time],
      (recordNow, usageNow, now) => limitUsage(recordNow, usageNow, thresholds, now),
      deepEqual,
    );
  return {
    database: (id) => limitsOf(databases.record(id), ledger.latest('database', id)),
    index: (id) => limitsOf(indices.record(id), ledger.latest('index', id)),
    summary: summary.view,
    dispose: summary.complete,
  };
}
