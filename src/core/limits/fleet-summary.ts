import type { LimitUnit } from './catalogue.js';
import type { LimitUsage } from './limit-usage.js';
import type { LimitStatus } from './measure-limit.js';

/** Counts by status. */
export type StatusCounts = Readonly<Record<LimitStatus, number>>;

/** The sums of all levels, rates and quotas of one unit, over all resources. */
export interface LimitTotal {
  readonly unit: LimitUnit;
  /** Sum of the known limits; `undefined` if no limit is known. */
  readonly limit: number | undefined;
  /** Number of limits in `limit`. */
  readonly limitCount: number;
  /** Sum of the known uses; `undefined` if no use is known. */
  readonly used: number | undefined;
  /** Number of limits in `used`. */
  readonly usedCount: number;
}

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
