import type { LimitField, LimitsOf } from '../records/limit-fields.js';
import type { ResourceKind } from '../shared/resource-kind.js';
import type { UsageReading, UsageSample } from './usage-sample.js';

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

export function seriesOf(sample: UsageSample): SeriesByField {
  const readings = Object.entries(sample) as [LimitField, UsageReading][];
  return Object.fromEntries(readings.flatMap(([field, { history }]) => (history ? [[field, history]] : [])));
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
