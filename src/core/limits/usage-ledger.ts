import type { Clock } from '../shared/clock.js';
import { deepEqual } from '../shared/deep-equal.js';
import { resourceKinds, type ResourceKind } from '../shared/resource-kind.js';
import type { Commits } from '../store/commits.js';
import { derive } from '../store/derive.js';
import { EntityStore } from '../store/entity-store.js';
import { unknownEntry } from '../store/entry.js';
import { createSource, type Source } from '../store/source.js';
import type { View } from '../store/view.js';
import type { LimitField, LimitsOf } from '../records/limit-fields.js';
import { restoreReading } from './add-reading.js';
import { getOrCreate } from './get-or-create.js';
import { dropEndedPeriods, periodStart } from './quota-period.js';
import { checkResource } from './read-report.js';
import { historyCapacity } from './usage-history.js';
import {
  historyOf,
  seriesOf,
  type SeriesByField,
  type UsageEntry,
  type UsageHistory,
  type UsageReading,
  type UsageSample,
} from './usage-sample.js';

/** @param capacity the maximum number of points in a history; 0 for no history. */
export type UsageChange = (sample: UsageSample, capacity: number) => UsageSample;

/** The use of each limit of a resource, by field. */
export type UsageValues<Resource extends ResourceKind> = { readonly [Field in LimitsOf[Resource]]?: number };

export interface UsageLedgerOptions {
  readonly commits: Commits;
  readonly clock: Clock;
  /** The most memory of all histories together, bytes. @default 64 MiB */
  readonly historyLimitBytes?: number;
}

const NOTHING: UsageSample = {};

interface UsageViews {
  readonly latest: View<UsageSample | undefined>;
  readonly history: View<UsageHistory>;
}

export class UsageLedger {
  readonly #commits: Commits;
  readonly #clock: Clock;
  readonly #historyLimitBytes: number;
  readonly #time: Source<number>;
  readonly #stores: Readonly<Record<ResourceKind, EntityStore<UsageSample>>>;
  /** By the view of the stored sample, which is the same for the same id. */
  readonly #views = new WeakMap<View<UsageSample | undefined>, UsageViews>();
  #histories = 0;
  /** The most points of a history; 0 if none is kept. */
  #capacity: number;

  constructor({ commits, clock, historyLimitBytes = 2 ** 26 }: UsageLedgerOptions) {
    this.#commits = commits;
    this.#clock = clock;
    this.#historyLimitBytes = historyLimitBytes;
    this.#time = createWallTime(commits, clock);
    this.#stores = { database: new EntityStore(commits), index: new EntityStore(commits) };
    this.#capacity = historyCapacity(0, historyLimitBytes);
  }

  get time(): View<number> {
    return this.#time.view;
  }

  change(resource: ResourceKind, id: string, change: UsageChange): void {
    this.#commits.commit(() => this.#change(resource, id, change));
  }

  /** See `usageOf`. @throws FleetError `invalid-request` */
  latest<Resource extends ResourceKind>(resource: Resource, id: string): View<UsageSample<Resource> | undefined> {
    return this.#viewsOf(resource, id).latest as View<never>;
  }

  /** See `usageHistoryOf`. @throws FleetError `invalid-request` */
  history<Resource extends ResourceKind>(resource: Resource, id: string): View<UsageHistory<Resource>> {
    return this.#viewsOf(resource, id).history as View<never>;
  }

  peek(resource: ResourceKind, id: string): UsageSample | undefined {
    return dropEndedPeriods(this.#sampleOf(resource, id), this.#clock.now());
  }

  peekSeries(resource: ResourceKind, id: string): SeriesByField | undefined {
    const series = seriesOf(this.#sampleOf(resource, id) ?? {});
    return Object.keys(series).length > 0 ? series : undefined;
  }

  restoreSeries(resource: ResourceKind, id: string, series: SeriesByField): void {
    this.#commits.commit(() => {
      for (const [field, history] of Object.entries(series)) {
        const [at, used] = history.slice(-2);
        if (at !== undefined && used !== undefined)
          this.#restore(resource, id, field as LimitField, { at, used, history });
      }
    });
  }

  /** Iterates over all latest readings, including readings for a day or month that is over. */
  *entries(): Iterable<UsageEntry> {
    for (const resource of resourceKinds)
      for (const { id, record = NOTHING } of this.#stores[resource].entries())
        for (const [field, reading] of Object.entries(record))
          yield { resource, id, field: field as LimitField, ...reading };
  }

  restore(entries: readonly UsageEntry[]): void {
    this.#commits.commit(() => {
      for (const { resource, id, field, ...reading } of entries) this.#restore(resource, id, field, reading);
    });
  }

  forget(resource: ResourceKind, id: string): void {
    this.change(resource, id, () => NOTHING);
  }

  /** Calls `listener` inside each commit that changes the usage of a resource. */
  onChange(listener: (resource: ResourceKind, id: string) => void): () => void {
    const stops = resourceKinds.map((resource) =>
      this.#stores[resource].onChange((id, before, after) => before !== after && listener(resource, id)),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }

  dispose(): void {
    for (const resource of resourceKinds) this.#stores[resource].dispose();
    this.#time.complete();
  }

  #change(resource: ResourceKind, id: string, change: UsageChange): void {
    const store = this.#stores[resource];
    const before = this.#sampleOf(resource, id) ?? NOTHING;
    const after = change(before, this.#capacity);
    if (after === before) return;
    const size = Object.keys(after).length;
    this.#histories += size - Object.keys(before).length;
    this.#capacity = Math.min(this.#capacity, historyCapacity(this.#histories, this.#historyLimitBytes));
    store[size > 0 ? 'join' : 'leave']([id]);
    store.update(id, (entry) => (size > 0 ? { ...entry, status: 'fresh', record: after } : unknownEntry(id)));
  }

  #restore(resource: ResourceKind, id: string, field: LimitField, reading: UsageReading): void {
    this.#change(resource, id, (sample, capacity) => restoreReading(sample, field, reading, capacity));
  }

  /** `peek` of the store would create a slot for an id without usage. */
  #sampleOf(resource: ResourceKind, id: string): UsageSample | undefined {
    const store = this.#stores[resource];
    return store.isMember(id) ? store.peek(id).record : undefined;
  }

  #viewsOf(resource: ResourceKind, id: string): UsageViews {
    checkResource(resource, id);
    const kept = this.#stores[resource].record(id);
    return getOrCreate(this.#views, kept, () => ({
      latest: derive(this.#commits, [kept, this.time], dropEndedPeriods, deepEqual),
      history: derive(this.#commits, [kept], historyOf, deepEqual),
    }));
  }
}

/** The wall-clock time, Unix milliseconds. Emits when a day (UTC) begins. Without subscribers there is no timer. */
function createWallTime(commits: Commits, clock: Clock): Source<number> {
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
