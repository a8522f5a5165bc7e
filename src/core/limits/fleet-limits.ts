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

/** The limits of the resources of a fleet and their use. */
export interface FleetLimits {
  /**
   * The 12 limits of a database and their use, in the order of api.md. Empty while there is no record. Emits when a
   * limit or its use changes.
   *
   * @see api.md, Limits 1
   */
  database(id: string): View<readonly LimitUsage[]>;
  /**
   * The 9 limits of a vector index and their use, in the order of api.md. Empty while there is no record. Emits when a
   * limit or its use changes.
   *
   * @see api.md, Limits 2
   */
  index(id: string): View<readonly LimitUsage[]>;
  /**
   * Counts, worst limits and totals of the whole fleet: all known databases and all vector indices. An update costs time
   * in proportion to the changes, not to the size of the fleet. The list of vector indices is polled while this view has
   * subscribers.
   */
  readonly summary: View<FleetSummary>;
}

export interface DisposableFleetLimits extends FleetLimits {
  /** Ends all subscriptions that the stores do not end. */
  dispose(): void;
}

/** @throws FleetError `invalid-request` if the thresholds are invalid. */
export function createFleetLimits(options: SummaryViewOptions): DisposableFleetLimits {
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
