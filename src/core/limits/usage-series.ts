import type { LimitField, LimitsOf } from '../records/limit-fields.js';
import type { ResourceKind } from '../shared/resource-kind.js';

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

export function toHistory(series: SeriesByField | undefined): UsageHistory {
  const history: { [Field in LimitField]?: readonly UsagePoint[] } = {};
  for (const [field, points] of Object.entries(series ?? {}) as [LimitField, readonly number[]][]) {
    const list: UsagePoint[] = [];
    for (let point = 0; point + 1 < points.length; point += 2)
      list.push({ at: points[point] as number, used: points[point + 1] as number });
    history[field] = list;
  }
  return Object.freeze(history);
}
