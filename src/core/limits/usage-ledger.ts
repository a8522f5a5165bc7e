import type { Kernel } from '../fleet/kernel.js';
import { resourceKinds, type ResourceKind } from '../shared/resource-kind.js';
import type { EntityStore } from '../store/entity-store.js';
import { unknownEntry } from '../store/entry.js';
import type { LimitField } from '../records/limit-fields.js';
import { restoreReading } from './add-reading.js';
import { dropEndedPeriods } from './quota-period.js';
import { historyCapacity } from './usage-history.js';
import type { UsageEntry, UsageSample } from './usage-sample.js';

const NOTHING: UsageSample = {};

/** Keeps the reported usage of each resource. The histories of all resources together stay below a memory limit. */
export class UsageLedger {
  readonly stores: Readonly<Record<ResourceKind, EntityStore<UsageSample>>>;
  readonly #kernel: Kernel;
  readonly #historyLimitBytes: number;
  #histories = 0;

  /** @param historyLimitBytes the most memory of all histories together */
  constructor(kernel: Kernel, historyLimitBytes = 2 ** 26) {
    const { indices } = kernel;
    this.#kernel = kernel;
    this.#historyLimitBytes = historyLimitBytes;
    this.stores = { database: indices.createAnother(), index: indices.createAnother() };
  }

  /** @param change gets the maximum number of points in a history; 0 for no history */
  change(resource: ResourceKind, id: string, change: (sample: UsageSample, capacity: number) => UsageSample): void {
    this.#kernel.commits.commit(() => {
      const store = this.stores[resource];
      const before = this.stored(resource, id) ?? NOTHING;
      const after = change(before, historyCapacity(this.#histories, this.#historyLimitBytes));
      if (after === before) return;
      const size = Object.keys(after).length;
      this.#histories += size - Object.keys(before).length;
      store[size > 0 ? 'join' : 'leave']([id]);
      store.update(id, (entry) => (size > 0 ? { ...entry, status: 'fresh', record: after } : unknownEntry(id)));
    });
  }

  peek(resource: ResourceKind, id: string): UsageSample | undefined {
    return dropEndedPeriods(this.stored(resource, id), this.#kernel.clocks.corrected.now());
  }

  /** The stored sample without a view: `peek` of the store would create a slot for an id without usage. */
  stored(resource: ResourceKind, id: string): UsageSample | undefined {
    const store = this.stores[resource];
    return store.isMember(id) ? store.peek(id).record : undefined;
  }

  /** Iterates over all latest readings, including readings for a day or month that is over. */
  *entries(): Iterable<UsageEntry> {
    for (const resource of resourceKinds)
      for (const { id, record = NOTHING } of this.stores[resource].entries())
        for (const [field, reading] of Object.entries(record))
          yield { resource, id, field: field as LimitField, ...reading };
  }

  restore(entries: readonly UsageEntry[]): void {
    const now = this.#kernel.clocks.corrected.now();
    this.#kernel.commits.commit(() => {
      for (const { resource, id, field, ...reading } of entries)
        this.change(resource, id, (sample, capacity) => restoreReading(sample, field, reading, capacity, now));
    });
  }

  forget(resource: ResourceKind, id: string): void {
    this.change(resource, id, () => NOTHING);
  }

  /** Calls `listener` inside each commit that changes the usage of a resource. */
  onChange(listener: (resource: ResourceKind, id: string) => void): () => void {
    const stops = resourceKinds.map((resource) =>
      this.stores[resource].onChange((id, before, after) => before !== after && listener(resource, id)),
    );
    return () => stops.forEach((stop) => stop());
  }
}
