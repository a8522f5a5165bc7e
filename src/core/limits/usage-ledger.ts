import type { Clock } from '../shared/clock.js';
import { deepEqual } from '../shared/deep-equal.js';
import { resourceKinds, type ResourceKind } from '../shared/resource-kind.js';
import type { Commits } from '../store/commits.js';
import { derive } from '../store/derive.js';
import { createEntityStore, type EntityStore } from '../store/entity-store.js';
import { unknownEntry } from '../store/entry.js';
import { createSource, type Source } from '../store/source.js';
import type { View } from '../store/view.js';
import type { LimitField, LimitsOf } from '../records/limit-fields.js';
import { restoreReading } from './add-reading.js';
import { getOrCreate } from './get-or-create.js';
import { dropEndedPeriods, periodStart } from './quota-period.js';
import { checkResource } from './read-report.js';
import { historyCapacity } from './usage-history.js';
import type { UsageEntry, UsageSample } from './usage-sample.js';
import { historyOf, seriesOf, type SeriesByField, type UsageHistory } from './usage-series.js';

/** @param capacity the maximum number of points in a history; 0 for no history. */
export type UsageChange = (sample: UsageSample, capacity: number) => UsageSample;

/** The reported use of the limits of a fleet. */
export interface UsageLedger {
  /** Changes the usage of a resource. */
  change(resource: ResourceKind, id: string, change: UsageChange): void;
  /** See `usageOf`. @throws FleetError `invalid-request` */
  latest<Resource extends ResourceKind>(resource: Resource, id: string): View<UsageSample<Resource> | undefined>;
  /** See `usageHistoryOf`. @throws FleetError `invalid-request` */
  history<Resource extends ResourceKind>(resource: Resource, id: string): View<UsageHistory<Resource>>;
  /** The points of `history`; `undefined` if there are none. */
  peekSeries(resource: ResourceKind, id: string): SeriesByField | undefined;
  /** Adds earlier points to `history`. */
  restoreSeries(resource: ResourceKind, id: string, series: SeriesByField): void;
  /** Returns the current value of `latest`. */
  peek(resource: ResourceKind, id: string): UsageSample | undefined;
  /** Iterates over all latest readings, including readings for a day or month that is over. */
  entries(): Iterable<UsageEntry>;
  /** Adds readings that `entries` returned. */
  restore(entries: readonly UsageEntry[]): void;
  /** Removes the readings of a resource. */
  forget(resource: ResourceKind, id: string): void;
  /** The wall-clock time, Unix milliseconds. Emits when a day (UTC) begins. */
  readonly time: View<number>;
  /** Calls `listener` inside each commit that changes the usage of a resource. */
  onChange(listener: (resource: ResourceKind, id: string) => void): () => void;
  /** Ends all subscriptions. */
  dispose(): void;
}

/** The use of each limit of a resource, by field. */
export type UsageValues<Resource extends ResourceKind> = { readonly [Field in LimitsOf[Resource]]?: number };

export interface UsageLedgerOptions {
  readonly commits: Commits;
  readonly clock: Clock;
  /**
   * Memory limit of all histories together, bytes. A history gets fewer points at its next report to stay below it.
   *
   * @default 64 MiB
   */
  readonly historyLimitBytes?: number;
}

const NOTHING: UsageSample = {};

/** The views of one resource. */
interface UsageViews {
  readonly latest: View<UsageSample | undefined>;
  readonly history: View<UsageHistory>;
}

export function createUsageLedger(options: UsageLedgerOptions): UsageLedger {
  const { commits, clock, historyLimitBytes = 2 ** 26 } = options;
  const stores: Readonly<Record<ResourceKind, EntityStore<UsageSample>>> = {
    database: createEntityStore(commits),
    index: createEntityStore(commits),
  };
  const time = createWallTime(commits, clock);
  /** By the view of the stored sample, which is the same for the same id. */
  const views = new WeakMap<View<UsageSample | undefined>, UsageViews>();
  let histories = 0;
  /** The maximum number of points of a history; 0 if none is kept any more, because there are too many. */
  let capacity = historyCapacity(0, historyLimitBytes);

  /** To be called within a commit. */
  function put(resource: ResourceKind, id: string, change: UsageChange): void {
    const store = stores[resource];
    const before = peek(resource, id) ?? NOTHING;
    const after = change(before, capacity);
    if (after === before) return;
    const size = Object.keys(after).length;
    histories += size - Object.keys(before).length;
    capacity = Math.min(capacity, historyCapacity(histories, historyLimitBytes));
    store[size > 0 ? 'join' : 'leave']([id]);
    store.update(id, (entry) => (size > 0 ? { ...entry, status: 'fresh', record: after } : unknownEntry(id)));
  }

  /** `peek` of the store would create a slot for an id without usage. */
  function peek(resource: ResourceKind, id: string): UsageSample | undefined {
    return stores[resource].isMember(id) ? stores[resource].peek(id).record : undefined;
  }

  function viewsOf(resource: ResourceKind, id: string): UsageViews {
    checkResource(resource, id);
    const kept = stores[resource].record(id);
    return getOrCreate(views, kept, () => ({
      latest: derive(commits, [kept, time.view], dropEndedPeriods, deepEqual),
      history: derive(commits, [kept], historyOf, deepEqual),
    }));
  }

  return {
    change: (resource, id, change) => commits.commit(() => put(resource, id, change)),
    latest: (resource, id) => viewsOf(resource, id).latest as View<never>,
    history: (resource, id) => viewsOf(resource, id).history as View<never>,
    peekSeries(resource, id) {
      const series = seriesOf(peek(resource, id) ?? {});
      return Object.keys(series).length > 0 ? series : undefined;
    },
    restoreSeries(resource, id, series) {
      commits.commit(() => {
        for (const [field, history] of Object.entries(series)) {
          const [at, used] = history.slice(-2);
          if (at === undefined || used === undefined) continue;
          put(resource, id, (sample, most) => restoreReading(sample, field as LimitField, { at, used, history }, most));
        }
      });
    },
    peek: (resource, id) => dropEndedPeriods(peek(resource, id), clock.now()),
    *entries() {
      for (const resource of resourceKinds) {
        for (const { id, record = NOTHING } of stores[resource].entries()) {
          for (const [field, reading] of Object.entries(record))
            yield { resource, id, field: field as LimitField, ...reading };
        }
      }
    },
    restore(entries) {
      commits.commit(() => {
        for (const { resource, id, field, ...reading } of entries)
          put(resource, id, (sample, most) => restoreReading(sample, field, reading, most));
      });
    },
    forget(resource, id) {
      commits.commit(() => put(resource, id, () => NOTHING));
    },
    time: time.view,
    onChange(listener) {
      const stops = resourceKinds.map((resource) =>
        stores[resource].onChange((id, before, after) => before !== after && listener(resource, id)),
      );
      return () => {
        for (const stop of stops) stop();
      };
    },
    dispose() {
      for (const resource of resourceKinds) stores[resource].dispose();
      time.complete();
    },
  };
}

/**
 * Makes a view of the wall-clock time, Unix milliseconds. `value` is the time of the read. The view emits when a day (UTC)
 * begins. All subscribers share one timer, and without subscribers there is no timer.
 */
export function createWallTime(commits: Commits, clock: Clock): Source<number> {
  let cancel = (): void => {};

  function arm(): void {
    const now = clock.now();
    cancel = clock.schedule(startDay, periodStart('queries/day', now, 1) - now);
  }

  function startDay(): void {
    arm();
    commits.commit(time.changed);
  }

  const time = createSource(commits, {
    read: () => clock.now(),
    onWatched: (isWatched) => (isWatched ? arm() : cancel()),
  });
  return time;
}
