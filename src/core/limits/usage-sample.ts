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

/** The latest readings of a resource, by limit field. Limits without a report are absent. */
export type UsageSample<Resource extends ResourceKind = ResourceKind> = {
  readonly [Field in LimitsOf[Resource]]?: UsageReading;
};

/** The use of each limit of a resource, by field. */
export type UsageValues<Resource extends ResourceKind> = { readonly [Field in LimitsOf[Resource]]?: number };

/** The latest reading of one limit of one resource. */
export interface UsageEntry extends UsageReading {
  readonly resource: ResourceKind;
  readonly id: string;
  readonly field: LimitField;
}

/** The use of limits by field: readings of a fleet, or plain numbers. */
export type Usage = { readonly [Field in LimitField]?: UsageReading | number };

/** The use of a limit at a time. */
export interface UsagePoint {
  /** Unix milliseconds. */
  readonly at: number;
  /** The amount in use, in the unit of the limit. */
  readonly used: number;
}

/** The use of the limits of a resource over the last day, by limit field, oldest first. Limits without a report are absent. */
export type UsageHistory<Resource extends ResourceKind = ResourceKind> = {
  readonly [Field in LimitsOf[Resource]]?: readonly UsagePoint[];
};

/** The series of a resource by limit field: alternating times (Unix milliseconds) and amounts, oldest first. */
export type SeriesByField = { readonly [Field in LimitField]?: readonly number[] };

export function seriesOf(sample: UsageSample = {}): SeriesByField {
  const readings = Object.entries(sample) as [LimitField, UsageReading][];
  return Object.fromEntries(readings.flatMap(([field, { history }]) => (history ? [[field, history]] : [])));
}

/** Makes a reading of the last point of each series, with the series as its history. */
export function entriesOf(resource: ResourceKind, id: string, series: SeriesByField): UsageEntry[] {
  return (Object.entries(series) as [LimitField, readonly number[]][]).flatMap(([field, history]) => {
    const [at, used] = history.slice(-2);
    return at === undefined || used === undefined ? [] : { resource, id, field, at, used, history };
  });
}

export function historyOf(sample: UsageSample = {}): UsageHistory {
  const all: { [Field in LimitField]?: readonly UsagePoint[] } = {};
  for (const [field, series] of Object.entries(seriesOf(sample)) as [LimitField, readonly number[]][]) {
    const points: UsagePoint[] = [];
    for (let place = 0; place + 1 < series.length; place += 2)
      points.push({ at: series[place] as number, used: series[place + 1] as number });
    all[field] = points;
  }
  return Object.freeze(all);
}
