import type { Clock } from '../shared/clock.js';
import { deepEqual } from '../shared/deep-equal.js';
import { resourceKinds, type ResourceKind } from '../shared/resource-kind.js';
import type { Commits } from '../state/commits.js';
import { derive } from '../state/derive.js';
import { createEntityStore, type EntityStore } from '../state/entity-store.js';
import { unknownEntry } from '../state/entry.js';
import type { View } from '../state/view.js';
import type { LimitField, LimitsOf } from './catalogue.js';
import { changeSample, cutHistories } from './change-sample.js';
import { dropEndedPeriods } from './quota-period.js';
import { checkResource, readReport, type ReportOptions } from './read-report.js';
import { levelsOf, type Thresholds } from './thresholds.js';
import type { UsageEntry, UsageReading, UsageSample } from './usage-sample.js';
import { cutHistory, hasHistory, historyCapacity } from './usage-history.js';
import { createUsageSeries, type SeriesByField, type UsageHistory } from './usage-series.js';
import { withStatusBefore } from './status-before.js';
import { createUnknownIds } from './unknown-ids.js';
import { createWallTime } from './wall-time.js';

/** The reported use of the limits of a fleet. */
export interface UsageLedger {
  /**
   * Reports the use of a resource's limits. Limits that are not named keep their use. If any value is invalid, the
   * whole report is rejected.
   *
   * - Reports may arrive late, repeatedly and in any order. For each limit, the reading with the latest time counts. Of
   *   two readings with the same time, the later report counts.
   * - When the day or month (in UTC) of a quota ends, its use is unknown until the next report.
   * - A time up to a day ahead of the fleet's clock counts as now. After the clock is set back, the next report replaces
   *   all readings with a later time.
   *
   * @param values Amounts by limit field, in the units of the limits. `undefined` is ignored.
   * @throws FleetError `invalid-request` with all issues. The issue of an unknown limit lists the known limits.
   * @example
   * ```ts
   * fleet.usage.report('database', id, { db_max_clients: 812 }, { source: 'redis-info' });
   * ```
   * @see api.md, Limits
   */
  report<Resource extends ResourceKind>(
    resource: Resource,
    id: string,
    values: UsageValues<Resource>,
    options?: ReportOptions,
  ): void;
  /**
   * The latest readings of a resource; `undefined` while there are none. Readings for a day or month that is over are
   * left out. Emits after each report that changes a reading, and when a period ends.
   *
   * @throws FleetError `invalid-request` if the resource kind or the id is invalid.
   */
  latest<Resource extends ResourceKind>(resource: Resource, id: string): View<UsageSample<Resource> | undefined>;
  /**
   * The use of each limit over the last day, for charts: a point a minute, and more points while the history is short.
   * Fleets with thousands of resources get fewer points, so that all histories stay below a memory limit. Emits at once,
   * then after each report that adds or changes a point.
   *
   * @throws FleetError `invalid-request` if the resource kind or the id is invalid.
   * @example
   * ```ts
   * fleet.usage.history('database', id).value.db_max_clients; // [{ at: 1767225600000, used: 812 }, ...]
   * ```
   */
  history<Resource extends ResourceKind>(resource: Resource, id: string): View<UsageHistory<Resource>>;
  /** All points of `history`, by limit field. */
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
  /** Whether the fleet knows an id. The usage of the last 1,000 unknown ids is kept. @default every id is known */
  readonly isKnown?: (resource: ResourceKind, id: string) => boolean;
  /** Returns the record of a resource, if there is one. Its limits determine `statusBefore` of a reading. */
  readonly recordOf?: (resource: ResourceKind, id: string) => object | undefined;
  readonly thresholds?: Thresholds | undefined;
  /**
   * Memory limit of all histories together, bytes: for those of the readings, and once more for those of `history`. They
   * get fewer points to stay below it.
   *
   * @default 64 MiB
   */
  readonly historyLimitBytes?: number;
}

const NOTHING: UsageSample = {};

export function createUsageLedger(options: UsageLedgerOptions): UsageLedger {
  const { commits, clock, thresholds, isKnown = () => true, recordOf, historyLimitBytes = 2 ** 26 } = options;
  const levels = levelsOf(thresholds);
  const stores: Readonly<Record<ResourceKind, EntityStore<UsageSample>>> = {
    database: createEntityStore(commits),
    index: createEntityStore(commits),
  };
  const series = createUsageSeries(commits, historyLimitBytes);
  const time = createWallTime(commits, clock);
  const unknownIds = createUnknownIds(isKnown, (resource, id) => ledger.forget(resource, id));
  let histories = 0;
  let capacity = historyCapacity(histories, historyLimitBytes);

  /** To be called within a commit. */
  function put(resource: ResourceKind, id: string, change: (sample: UsageSample) => UsageSample): void {
    const store = stores[resource];
    const before = store.peek(id).record ?? NOTHING;
    const after = change(before);
    if (after === before) return;
    histories += historiesIn(after) - historiesIn(before);
    const isEmpty = Object.keys(after).length === 0;
    store[isEmpty ? 'leave' : 'join']([id]);
    store.update(id, (entry) => (isEmpty ? unknownEntry(id) : { ...entry, status: 'fresh', record: after }));
  }

  /** Shortens all histories if they exceed the memory limit. */
  function fitHistories(): void {
    const before = capacity;
    capacity = historyCapacity(histories, historyLimitBytes);
    if (capacity >= before) return;
    for (const resource of resourceKinds) {
      for (const id of [...stores[resource].memberIds()]) put(resource, id, (sample) => cutHistories(sample, capacity));
    }
  }

  const ledger: UsageLedger = {
    report(resource, id, values, reportOptions = {}) {
      const now = clock.now();
      const seen = readReport(resource, id, values, reportOptions, now);
      const record = recordOf?.(resource, id);
      commits.commit(() => {
        put(resource, id, (sample) => {
          const readings = record === undefined ? seen : withStatusBefore(seen, sample, record, levels);
          return changeSample(sample, readings, capacity, now);
        });
        fitHistories();
        series.add(resource, id, seen, now);
        unknownIds.note(resource, id);
      });
    },
    history(resource, id) {
      checkResource(resource, id);
      return series.view(resource, id);
    },
    peekSeries: series.peek,
    restoreSeries(resource, id, points) {
      commits.commit(() => {
        for (const [field, each] of Object.entries(points)) series.restore(resource, id, field as LimitField, each);
      });
    },
    latest<Resource extends ResourceKind>(resource: Resource, id: string) {
      checkResource(resource, id);
      const record = stores[resource].record(id);
      // The quotas of databases have no period.
      const view = resource === 'database' ? record : derive(commits, [record, time.view], dropEndedPeriods, deepEqual);
      return view as View<UsageSample<Resource> | undefined>;
    },
    peek(resource, id) {
      // `peek` of the store would create a slot for an id without usage.
      const sample = stores[resource].isMember(id) ? stores[resource].peek(id).record : undefined;
      return resource === 'database' ? sample : dropEndedPeriods(sample, clock.now());
    },
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
        for (const { resource, id, field, ...reading } of entries) {
          put(resource, id, (sample) => changeSample(sample, reportsOf(field, reading), capacity));
          series.restore(resource, id, field, reading.history ?? [reading.at, reading.used]);
          unknownIds.note(resource, id);
        }
        fitHistories();
      });
    },
    forget(resource, id) {
      unknownIds.delete(resource, id);
      commits.commit(() => {
        put(resource, id, () => NOTHING);
        series.forget(resource, id);
      });
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
      series.dispose();
      time.complete();
    },
  };
  return ledger;
}

/** Converts a reading with its history back to single readings, oldest first. */
function reportsOf(field: LimitField, reading: UsageReading): [LimitField, UsageReading][] {
  const { history = [], ...last } = cutHistory(reading, historyCapacity(0, Infinity), 0);
  const reports: [LimitField, UsageReading][] = [];
  for (let point = 0; point + 1 < history.length; point += 2)
    reports.push([field, { ...last, at: history[point] as number, used: history[point + 1] as number }]);
  return [...reports, [field, last]];
}

/** The number of readings in a sample that have a history. */
function historiesIn(sample: UsageSample): number {
  return Object.keys(sample).filter((field) => hasHistory(field as LimitField)).length;
}
