import type { LimitTotal } from './limit-totals.js';
import type { LimitUsage } from './limit-usage.js';
import type { StatusCounts } from './status-counts.js';

/** All limits of a fleet at a glance. */
export interface FleetSummary {
  /** How many databases there are: of those that are known, all whose record is, but the missing. */
  readonly databases: number;
  /** How many vector indices. */
  readonly indices: number;
  /** Resources by the status of the limit that asks for most attention. */
  readonly resources: StatusCounts;
  /** Limits by status. */
  readonly limits: StatusCounts;
  /** The limits of which the largest share is used, the worst first: at most 10. */
  readonly worst: readonly LimitUsage[];
  /** What limits and their use add up to, for each unit. */
  readonly totals: readonly LimitTotal[];
}
