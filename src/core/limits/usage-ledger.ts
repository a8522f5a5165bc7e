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
import { hasHistory } from './has-history.js';
import { historyCapacity } from './history-capacity.js';
import { checkSubject, readReport, type ReportOptions } from './read-report.js';
import { levelsOf, type Thresholds } from './thresholds.js';
import type { UsageEntry, UsageReading, UsageSample } from './usage-sample.js';
import { withStatusBefore } from './status-before.js';
import { createWallTime } from './wall-time.js';
import { withoutPast } from './without-past.js';

/** What is used of the limits, as it was reported. */
export interface UsageLedger {
  /**
   * Takes down how much of a resource's limits is used, by the names of the limits' fields. What is not named stays as
   * it was. All or nothing: if anything in it is wrong, nothing is taken down.
   *
   * Reports may come late, twice and in any order: of each limit the reading with the latest time counts; of two with
   * the same time the one that was reported later. A count for a day or a month that is over (in UTC) does not count:
   * until the next report the use is unknown.
   *
   * A time ahead of the clock of the fleet counts as now. When that clock is set back, the next report counts, and
   * readings from the time when the clock was ahead no longer do.
   *
   * @param values in the units of the limits; `undefined` is passed over.
   * @throws FleetError `invalid-request` that names everything that is wrong, and the limits that there are
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
   * The latest readings of a resource; `undefined` while there are none. Those of a day or month that is over are left
   * out, whenever it is read; subscribers are told when a day begins.
   *
   * @throws FleetError `invalid-request` for a resource or an id that is none
   */
  latest<Resource extends ResourceKind>(resource: Resource, id: string): View<UsageSample<Resource> | undefined>;
  /** What `latest` shows now. */
  peek(resource: ResourceKind, id: string): UsageSample | undefined;
  /** All that was reported and still counts, and more: what was counted for a day that is over is among it. */
  entries(): Iterable<UsageEntry>;
  /** Takes down what `entries` gave. */
  restore(entries: readonly UsageEntry[]): void;
  /** Forgets the usage of a resource. */
  forget(resource: ResourceKind, id: string): void;
  /** The time by which it is told what is over: Unix milliseconds. Subscribers are told when a day begins. */
  readonly time: View<number>;
  /** Calls back within each commit that changes the usage of a resource. */
  onChange(listener: (resource: ResourceKind, id: string) => void): () => void;
  /** Ends all subscriptions. */
  dispose(): void;
}

/** How much is used of each limit of a resource. */
export type UsageValues<Resource extends ResourceKind> = { readonly [Field in LimitsOf[Resource]]?: number };

export interface UsageLedgerOptions {
  readonly commits: Commits;
  readonly clock: Clock;
  /** Whether the fleet knows an id. Of those that it does not, the usage of the last 1,000 is kept. @default all are */
  readonly isKnown?: (resource: ResourceKind, id: string) => boolean;
  /** The record of a resource, if there is one. Its limits decide which status a limit had before a reading. */
  readonly recordOf?: (resource: ResourceKind, id: string) => object | undefined;
  readonly thresholds?: Thresholds | undefined;
  /** How much memory all histories may take, bytes. With more of them all become shorter. @default 64 MiB */
  readonly historyLimitBytes?: number;
}

/** Usage may be reported before its resource is known; but ids that never are must not pile up. */
const MAX_STRANGERS = 1000;

/** Numbers in a history that is restored: no fleet makes a longer one. */
const MAX_HISTORY = 2 * historyCapacity(0, Infinity);

const NOTHING: UsageSample = {};

export function createUsageLedger(options: UsageLedgerOptions): UsageLedger {
  const { commits, clock, thresholds, isKnown = () => true, recordOf, historyLimitBytes = 2 ** 26 } = options;
  const levels = levelsOf(thresholds);
  const stores: Readonly<Record<ResourceKind, EntityStore<UsageSample>>> = {
    database: createEntityStore(commits),
    index: createEntityStore(commits),
  };
  const time = createWallTime(commits, clock);
  const strangers = new Map<string, () => unknown>();
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

  /** The longest histories that there is room for. */
  function fitHistories(): void {
    const before = capacity;
    capacity = historyCapacity(histories, historyLimitBytes);
    if (capacity >= before) return;
    for (const resource of resourceKinds) {
      for (const id of [...stores[resource].memberIds()]) put(resource, id, (sample) => cutHistories(sample, capacity));
    }
  }

  function boundStrangers(resource: ResourceKind, id: string): void {
    const key = `${resource}/${id}`;
    strangers.delete(key);
    if (isKnown(resource, id)) return;
    strangers.set(key, () => isKnown(resource, id) || ledger.forget(resource, id));
    if (strangers.size <= MAX_STRANGERS) return;
    for (const [oldest, drop] of strangers) {
      strangers.delete(oldest);
      drop();
      return;
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
        boundStrangers(resource, id);
      });
    },
    latest<Resource extends ResourceKind>(resource: Resource, id: string) {
      checkSubject(resource, id);
      const record = stores[resource].record(id);
      // No quota of a database begins anew.
      const view = resource === 'database' ? record : derive(commits, [record, time.view], withoutPast, deepEqual);
      return view as View<UsageSample<Resource> | undefined>;
    },
    peek(resource, id) {
      // No place is made for an id that has none.
      const sample = stores[resource].isMember(id) ? stores[resource].peek(id).record : undefined;
      return resource === 'database' ? sample : withoutPast(sample, clock.now());
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
          boundStrangers(resource, id);
        }
        fitHistories();
      });
    },
    forget(resource, id) {
      strangers.delete(`${resource}/${id}`);
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
  return ledger;
}

/** The reports that made a reading, oldest first. */
function reportsOf(field: LimitField, { history = [], ...last }: UsageReading): [LimitField, UsageReading][] {
  const reports: [LimitField, UsageReading][] = [];
  for (let point = 0; point + 1 < Math.min(history.length, MAX_HISTORY); point += 2)
    reports.push([field, { ...last, at: history[point] as number, used: history[point + 1] as number }]);
  return [...reports, [field, last]];
}

/** How many histories a sample has, if there is room for them. */
function historiesIn(sample: UsageSample): number {
  return Object.keys(sample).filter((field) => hasHistory(field as LimitField)).length;
}
