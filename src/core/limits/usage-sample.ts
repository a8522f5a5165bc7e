import type { ResourceKind } from '../shared/resource-kind.js';
import type { LimitField, LimitsOf } from './catalogue.js';
import type { RaisedStatus } from './thresholds.js';

/** How much of one limit is used, as somebody saw it. */
export interface UsageReading {
  /** In the unit of the limit. */
  readonly used: number;
  /** When it was seen, Unix milliseconds. */
  readonly at: number;
  /** Who reported it, such as `redis-info`. */
  readonly source?: string;
  /**
   * The status of the limit before this reading; absent where it was none of these. It
   * decides whether a use between the two thresholds of a status still has that status.
   */
  readonly statusBefore?: RaisedStatus;
  /**
   * Earlier readings of a level or quota and this one: times and amounts in turn, oldest first, with an even spacing in
   * time. The forecast of when the limit is reached follows from it.
   */
  readonly history?: readonly number[];
}

/**
 * The latest readings of a resource, each under the name of its limit's field. Limits of which nothing was reported
 * are absent.
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

/** Use of limits, by the names of their fields: as the fleet keeps it, or as mere numbers. */
export type Usage = { readonly [Field in LimitField]?: UsageReading | number };
