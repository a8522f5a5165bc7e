import { deepEqual } from '../shared/deep-equal.js';
import { resourceKinds, type ResourceKind } from '../shared/resource-kind.js';
import type { Commits } from '../state/commits.js';
import { derive } from '../state/derive.js';
import { createEntityStore, type EntityStore } from '../state/entity-store.js';
import { unknownEntry } from '../state/entry.js';
import type { View } from '../state/view.js';
import { addReading } from './add-reading.js';
import type { LimitField, LimitsOf } from './catalogue.js';
import { cutHistory, historyCapacity } from './usage-history.js';
import type { UsageReading } from './usage-sample.js';

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

/** The use of all limits over the last day, for charts. */
export interface UsageSeries {
  /** Adds readings. To be called within a commit. @param now Unix milliseconds; later points are dropped */
  add(resource: ResourceKind, id: string, seen: readonly (readonly [LimitField, UsageReading])[], now: number): void;
  /** Adds earlier points of a limit. To be called within a commit. @param points as in {@link SeriesByField} */
  restore(resource: ResourceKind, id: string, field: LimitField, points: readonly number[]): void;
  /** To be called within a commit. */
  forget(resource: ResourceKind, id: string): void;
  peek(resource: ResourceKind, id: string): SeriesByField | undefined;
  view<Resource extends ResourceKind>(resource: Resource, id: string): View<UsageHistory<Resource>>;
  dispose(): void;
}

/** A day with a point a minute. */
const MAX_POINTS = 1440;

const NOTHING: SeriesByField = {};

/** @param limitBytes the memory limit of all series together. Series get fewer points to stay below it. */
export function createUsageSeries(commits: Commits, limitBytes: number): UsageSeries {
  const stores: Readonly<Record<ResourceKind, EntityStore<SeriesByField>>> = {
    database: createEntityStore(commits),
    index: createEntityStore(commits),
  };
  let count = 0;
  /** The maximum number of points of a series; 0 if none is kept any more, because there are too many. */
  let capacity = MAX_POINTS;

  function peek(resource: ResourceKind, id: string): SeriesByField | undefined {
    // `peek` of the store would create a slot for an id without usage.
    return stores[resource].isMember(id) ? stores[resource].peek(id).record : undefined;
  }

  function put(resource: ResourceKind, id: string, after: SeriesByField): void {
    const store = stores[resource];
    const size = Object.keys(after).length;
    count += size - Object.keys(peek(resource, id) ?? NOTHING).length;
    store[size > 0 ? 'join' : 'leave']([id]);
    store.update(id, (entry) => (size > 0 ? { ...entry, status: 'fresh', record: after } : unknownEntry(id)));
    // A series gets fewer points at its next report. To shorten all of them here would block the event loop.
    capacity = Math.min(capacity, historyCapacity(count, limitBytes, MAX_POINTS));
  }

  /** Keeps at most `capacity` points, the last one of each minute or longer step. */
  function thin(points: readonly number[]): readonly number[] {
    const [at = 0, used = 0] = points.slice(-2);
    return cutHistory({ at, used, history: points }, capacity, 0).history ?? [];
  }

  return {
    add(resource, id, seen, now) {
      if (capacity === 0) return put(resource, id, NOTHING);
      const before = peek(resource, id) ?? NOTHING;
      const after: { [Field in LimitField]?: readonly number[] } = { ...before };
      for (const [field, reading] of seen) {
        const known = before[field];
        const last = known && { at: known.at(-2) as number, used: known.at(-1) as number, history: known };
        after[field] = thin(addReading(last, reading, true, now).history ?? []);
      }
      put(resource, id, after);
    },
    restore(resource, id, field, points) {
      if (capacity === 0) return;
      const before = peek(resource, id) ?? NOTHING;
      put(resource, id, { ...before, [field]: thin(merge(points.slice(-2 * MAX_POINTS), before[field] ?? [])) });
    },
    forget: (resource, id) => put(resource, id, NOTHING),
    peek,
    view: <Resource extends ResourceKind>(resource: Resource, id: string) =>
      derive(commits, [stores[resource].record(id)], toHistory, deepEqual) as View<UsageHistory<Resource>>,
    dispose() {
      for (const resource of resourceKinds) stores[resource].dispose();
    },
  };
}

/** Merges two series. Of two points with the same time, the point of `other` counts. */
function merge(one: readonly number[], other: readonly number[]): readonly number[] {
  if (other.length === 0 || (one.at(-2) ?? -Infinity) < (other[0] as number)) return [...one, ...other];
  const points = new Map<number, number>();
  for (const series of [one, other])
    for (let point = 0; point + 1 < series.length; point += 2)
      points.set(series[point] as number, series[point + 1] as number);
  return [...points].sort(([a], [b]) => a - b).flat();
}

function toHistory(series: SeriesByField | undefined): UsageHistory {
  const history: { [Field in LimitField]?: readonly UsagePoint[] } = {};
  for (const [field, points] of Object.entries(series ?? NOTHING) as [LimitField, readonly number[]][]) {
    const list: UsagePoint[] = [];
    for (let point = 0; point + 1 < points.length; point += 2)
      list.push({ at: points[point] as number, used: points[point + 1] as number });
    history[field] = list;
  }
  return Object.freeze(history);
}
