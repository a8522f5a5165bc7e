import type { Database } from '../records/database.js';
import type { IndexRecord } from '../records/vector-index.js';
import type { ResourceKind } from '../shared/resource-kind.js';
import type { Kernel } from './kernel.js';
import { createRetention, RETAIN_LEAST_MS, type Retention } from './retention.js';
import { KEPT_TRANSITIONS, type Transition, type TransitionLog } from './transition.js';
import { createFreeze } from '../store/deep-freeze.js';
import type { EntityStore } from '../store/entity-store.js';
import { confirmed, type Entry } from '../store/entry.js';
import { shareEqual } from '../records/share-equal.js';

/** An entry in a snapshot. It holds no error and no request status. */
export interface EntrySnapshot<R> {
  readonly id: string;
  readonly status: 'fresh' | 'stale' | 'missing';
  /** Absent if the id is missing and never had a record. */
  readonly record?: R | undefined;
  /** Unix milliseconds, as in `Entry`. */
  readonly confirmedAt?: number | undefined;
  readonly changedAt?: number | undefined;
}

/**
 * The state of a fleet at one moment, as plain JSON: the result of `dehydrate(fleet)`. It holds no credentials.
 *
 * Pass it to `hydrate(fleet, snapshot)`, for example in a page whose server made it. Read no other member than `format`:
 * another version of the library may use another format.
 */
export interface FleetSnapshot {
  readonly format: 1;
  /** The added ids, in the order in which they became known. */
  readonly added: readonly string[];
  readonly databases: readonly EntrySnapshot<Database>[];
  /** The indices of the last list first, in its order. */
  readonly indices: readonly EntrySnapshot<IndexRecord>[];
  /** When the list of indices was last received, Unix milliseconds; absent for the list of a store. */
  readonly listedAt?: number | undefined;
  readonly usage: readonly UsageItem[];
}

/** A usage reading in a snapshot. `UsageEntry` has its other members. */
export interface UsageItem {
  readonly resource: ResourceKind;
  readonly id: string;
  readonly field: string;
  readonly used: number;
  /** Unix milliseconds. */
  readonly at: number;
}

type UsageStore = Pick<SnapshotUsage, 'read' | 'restore' | 'forget'>;

/** The usage in snapshots. A page without the functions of usage passes on the readings that it was given. */
class SnapshotUsage {
  /** Ids whose usage is forgotten after a while, unless they are known then. */
  readonly unknownIds: Retention;
  readonly #kernel: Kernel;
  /** The latest reading of each limit, by resource and by field, until the first function of usage is called. */
  readonly #waiting = new Map<string, Map<string, UsageItem>>();
  #connected: UsageStore | undefined;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
    const { databases, indices, known, clocks, options, onDispose } = kernel;
    this.unknownIds = createRetention(clocks, Math.max(options.retainMs, RETAIN_LEAST_MS), (id) => {
      // The usage of a database with a record is forgotten with the record.
      if (!databases.isMember(id) && !databases.peek(id).record) this.forget('database', id);
      if (!indices.isMember(id)) this.forget('index', id);
    });
    onDispose(this.unknownIds.dispose);
    known.onForgotten((id) => {
      if (options.retainMs < Infinity && !this.unknownIds.has(id)) this.forget('database', id);
    });
    indices.onChange((id, _, { status }) => status === 'missing' && this.forget('index', id));
  }

  connect(usage: UsageStore): void {
    const items = this.read();
    this.#connected = usage;
    this.#waiting.clear();
    // A component may call the first function of usage while it renders.
    if (items.length > 0) this.#kernel.commits.commitInRender(() => usage.restore(items));
  }

  read(): readonly UsageItem[] {
    return this.#connected?.read() ?? [...this.#waiting.values()].flatMap((kept) => [...kept.values()]);
  }

  restore(items: readonly UsageItem[]): void {
    if (this.#connected) return this.#connected.restore(items);
    for (const item of items) {
      const key = `${item.resource}/${item.id}`;
      const kept = this.#waiting.get(key) ?? new Map<string, UsageItem>();
      if (item.at >= (kept.get(item.field)?.at ?? -Infinity)) this.#waiting.set(key, kept.set(item.field, item));
    }
  }

  forget(resource: ResourceKind, id: string): void {
    this.#waiting.delete(`${resource}/${id}`);
    this.#connected?.forget(resource, id);
  }
}

export function snapshotUsage(kernel: Kernel): SnapshotUsage {
  return kernel.part('snapshot-usage', (of) => new SnapshotUsage(of));
}

/** Restores entries that are newer than the entries of a store. @param requests the last request of each id without an answer */
export function restoreEntries<R extends object>(
  store: EntityStore<R>,
  snapshots: readonly EntrySnapshot<R>[],
  requests?: { get(id: string): { readonly startedAt: number } | undefined },
): void {
  const freeze = createFreeze();
  for (const snapshot of snapshots) {
    const requestedAt = requests?.get(snapshot.id)?.startedAt ?? -Infinity;
    // The order of the entry stays, so that the answer to a request in flight counts as newer.
    store.update(snapshot.id, (entry) => newerOf(entry, snapshot, freeze, requestedAt));
  }
}

function newerOf<R extends object>(
  entry: Entry<R>,
  { record, status, confirmedAt = 0, changedAt }: EntrySnapshot<R>,
  freeze: (record: R) => R,
  requestedAt: number,
): Entry<R> {
  const { fetching, error } = entry;
  // A missing resource without a record has no time, so it is restored only if this fleet knows nothing else.
  const times = changedAt !== undefined && { changedAt };
  if (!record && (entry.record || entry.status === 'missing')) return entry;
  if (!record) return { ...entry, status, ...times } as Entry<R>;
  // The same answer confirmed both records, and the service answered 404 afterwards.
  if (status === 'missing' && entry.status !== status && confirmedAt === entry.confirmedAt) return { ...entry, status };
  if (confirmedAt <= (entry.confirmedAt ?? -1)) return entry;
  const stored = confirmed(entry, freeze(shareEqual(record, entry.record)), confirmedAt);
  const isSame = stored.record === entry.record;
  // A failure of a later request stays.
  const isMissing = status === 'missing' || entry.status === 'missing';
  const later = error && confirmedAt < requestedAt && { status: isMissing ? 'missing' : 'stale', error };
  return { ...stored, status, fetching, ...later, ...(!isSame && times) } as Entry<R>;
}

/** Puts the transitions of an earlier process before all others. @param last the last number of that process */
export function restoreTransitions(log: TransitionLog, transitions: readonly Transition[], last: number): void {
  const renumbered = log.kept.map((each) => Object.freeze({ ...each, sequence: each.sequence + last }));
  log.kept = [...transitions, ...renumbered].slice(-KEPT_TRANSITIONS);
  log.latest += last;
  log.source.changed();
}
