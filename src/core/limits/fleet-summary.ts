import type { LimitTotal } from './limit-totals.js';
import type { LimitUsage } from './limit-usage.js';
import type { StatusCounts } from './status-counts.js';

/** Counts, worst limits and totals of a fleet. */
export interface FleetSummary {
  /** Number of known databases that have a record and are not `missing`. */
  readonly databases: number;
  /** Number of vector indices that have a record and are not `missing`. */
  readonly indices: number;
  /** Number of resources by the most severe status among the limits of each resource. */
  readonly resources: StatusCounts;
  /** Number of limits by status. */
  readonly limits: StatusCounts;
  /** The limits with the highest `ratio`, highest first; at most 10. */
  readonly worst: readonly LimitUsage[];
  /** Sums of the limits and of their use, for each unit. */
  readonly totals: readonly LimitTotal[];
}
