import type { ResourceKind } from '../shared/resource-kind.js';
import type { LimitField, LimitsOf } from '../records/limit-fields.js';
import type { RaisedStatus } from '../fleet/thresholds-option.js';

/** An observed use of one limit. */
export interface UsageReading {
  /** The amount in use, in the unit of the limit. */
  readonly used: number;
  /** When the use was observed, Unix milliseconds. */
  readonly at: number;
  /** The source of the report, such as `redis-info`. */
  readonly source?: string;
  /**
   * The status of the limit before this reading; absent if the status had no threshold. A use between the two thresholds
   * of this status keeps the status.
   */
  readonly statusBefore?: RaisedStatus;
  /**
   * The readings of the last day, this reading included, evenly spaced in time: alternating times (Unix milliseconds) and
   * amounts, oldest first. The forecast `exhaustsAt` is computed from it. Absent if the histories of all resources would
   * take too much memory.
   */
  readonly history?: readonly number[];
}

/**
 * The latest readings of a resource, by limit field. Limits without a report are absent.
 *
 * @example
 * ```ts
 * sample.db_max_clients; // { used: 812, at: 1767225600000, source: 'redis-info', history: [...] }
 * ```
 */
export type UsageSample<Resource extends ResourceKind = ResourceKind> = {
  readonly [Field in LimitsOf[Resource]]?: UsageReading;
};

/** The latest reading of one limit of one resource. */
export interface UsageEntry extends UsageReading {
  readonly resource: ResourceKind;
  readonly id: string;
  readonly field: LimitField;
}

/** The use of limits by field: readings of a fleet, or plain numbers. */
export type Usage = { readonly [Field in LimitField]?: UsageReading | number };
