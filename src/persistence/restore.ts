import { restoreEntries, restoreTransitions, type EntrySnapshot } from '../core/fleet/fleet-snapshot.js';
import { LIST } from '../core/fleet/index-list.js';
import type { Kernel } from '../core/fleet/kernel.js';
import type { StorageLoss, UnconfirmedCreate } from '../core/fleet/storage.js';
import type { Transition } from '../core/fleet/transition.js';
import { addUnconfirmedCreate } from '../core/fleet/unconfirmed-creates.js';
import { limitNamed } from '../core/limits/catalogue.js';
import { usagePart } from '../core/limits/usage-part.js';
import { entriesOf, type UsageEntry } from '../core/limits/usage-sample.js';
import type { Database } from '../core/records/database.js';
import type { IndexRecord } from '../core/records/vector-index.js';
import { systemClock } from '../core/shared/clock.js';
import type { ResourceKind } from '../core/shared/resource-kind.js';
import type { Entry } from '../core/store/entry.js';
import type { EngineLoss, StorageEngine, StoredValue } from './engine.js';
import { describeLoss, isKind, keyOf, readHistory, splitKey, type ValueKind } from './stored-values.js';

/** The most values that one commit restores. Such a commit takes a few milliseconds. */
const RECORDS = 250;
const IDS = 1000;
/** Restoring a history with the points of a day takes about a millisecond. */
const HISTORIES = 25;

/** How long the restore runs before it yields to the event loop, by the platform's clock even if the fleet has its own clock. */
const LONGEST_RUN_MS = 10;

/** The saves before and after the request of a create take less time. */
const SAVES_MS = 5000;

/**
 * Restores the kept state in parts, each a commit. Restored ids are polled after all parts are in place. The first
 * answer is then compared with the last record, so that a change while the fleet was away becomes a transition.
 */
export class Restore {
  isLoading = true;
  /** Whether the running commit restores values, which are stored already. */
  isRestoring = false;
  /** The losses that the engine reports, and the losses of values that cannot be read. */
  readonly lost: StorageLoss[] = [];
  /** The keys of the creates that this fleet has begun or resolved. Their stored intents do not count. */
  readonly ownCreates = new Set<string>();
  /** The largest kept position of an id. Ids that are added later get higher positions. */
  lastPosition = 0;
  readonly #engine: StorageEngine;
  readonly #kernel: Kernel;
  /** Ids that the program has added or removed since the fleet was made. Their stored membership does not count. */
  readonly #decided = new Set<string>();
  readonly #changes: Transition[] = [];
  readonly #positions: { readonly id: string; readonly position: number }[] = [];
  /** The keys of lost values; `undefined` for losses without a key. */
  readonly #lostKeys = new Set<string | undefined>();
  /** The keys of lost values that other values bring back: added ids, and the last number. They have to be saved again. */
  readonly #recovered: string[] = [];
  /** Kept indices that were read after the service's list had come. */
  readonly #lateIndices: EntrySnapshot<IndexRecord>[] = [];
  /** Functions that start to poll restored ids. They have to run before any of the ids is removed. */
  readonly #pollingStarts: (() => void)[] = [];
  /** When the restore began. A record that was kept before is not newer than an answer that comes after. */
  #startedAt = 0;
  #sequence = 0;
  #areIdsRestored = false;

  constructor(engine: StorageEngine, kernel: Kernel) {
    this.#engine = engine;
    this.#kernel = kernel;
  }

  /** The program adds or removes ids: their stored membership no longer counts. */
  decided(ids: readonly string[], isAdded: boolean): void {
    if (!isAdded) this.#startPolling();
    if (this.isLoading) for (const id of ids) this.#decided.add(id);
  }

  /** @returns the last kept number of a transition, or 0; the keys to save again; and the error if reading failed */
  async run() {
    const { commits } = this.#kernel;
    let failure: Error | undefined;
    this.#startedAt = this.#kernel.options.clock.now();
    try {
      await this.#read();
      if (!commits.isDisposed) this.#removeAbsent();
      const pause = createPause();
      while (this.#pollingStarts.length > 0 && !commits.isDisposed) {
        this.#pollingStarts.shift()?.();
        await pause();
      }
    } catch (error) {
      failure = error as Error;
      if (!commits.isDisposed) this.#startPolling();
    }
    this.isLoading = false;
    return { sequence: this.#sequence, recovered: this.#recovered, failure };
  }

  /** Adds the usage and the creates that other tabs have saved. @param onRecord called with each stored record */
  async readAgain(onRecord: (value: StoredValue) => void): Promise<void> {
    for await (const batch of this.#engine.read(() => {}))
      for (const [kind, values] of byKind(batch))
        if (kind === 'record' || kind === 'index') values.forEach(onRecord);
        else if (kind === 'create' || kind.startsWith('usage'))
          await this.#commitInParts(values, HISTORIES, this.#handlers[kind]);
  }

  async #read(): Promise<void> {
    try {
      for await (const batch of this.#engine.read((loss) => this.#addLoss(loss))) {
        for (const [kind, values] of byKind(batch)) {
          // All ids have been read before the first record.
          if (kind === 'record' || kind.startsWith('usage')) await this.#restoreIds();
          const size = kind === 'usage-history' ? HISTORIES : RECORDS;
          await this.#commitInParts(values, size, this.#handlers[kind]);
        }
        if (this.#kernel.commits.isDisposed) return;
      }
    } finally {
      // Also after a failure, so that the fleet knows the ids that could be read.
      await this.#restoreIds();
    }
  }

  async #restoreIds(): Promise<void> {
    if (this.#areIdsRestored) return;
    this.#areIdsRestored = true;
    const { length } = this.#changes;
    const last = Math.max(this.#sequence, this.#changes.at(-1)?.sequence ?? 0);
    // The log has no gap: if a transition is lost, the older ones are left out.
    const kept = this.#changes.filter(({ sequence }, at) => last - sequence === length - at - 1);
    this.#sequence = last;
    this.#commit(() => restoreTransitions(this.#kernel.transitions, kept, last));
    const positions = this.#positions.splice(0).toSorted((one, other) => one.position - other.position);
    this.lastPosition = positions.at(-1)?.position ?? 0;
    await this.#commitInParts(positions, IDS, (some) => this.#join(some.map(({ id }) => id)));
  }

  /** Lists a kept create whose outcome is not known. Another tab may still wait for the answer to a recent create. */
  #addCreate(create: UnconfirmedCreate): void {
    const { clock, timeoutMs } = this.#kernel.options;
    if (this.ownCreates.has(create.key)) return;
    // A tab that opens the store as the leader finds no other tab.
    const mayRun = this.#engine.role === 'follower' || !this.isLoading;
    const ageMs = clock.now() - create.startedAt;
    const leftMs = timeoutMs + SAVES_MS - ageMs;
    if (mayRun && ageMs >= 0 && leftMs > 0)
      this.#kernel.onDispose(clock.schedule(() => void this.#addIfKept(create), leftMs));
    else addUnconfirmedCreate(this.#kernel, create);
  }

  /** The tab that gets the answer to a create deletes the intent. */
  async #addIfKept(create: UnconfirmedCreate): Promise<void> {
    if ((await this.#engine.get?.(keyOf('create', create.key))) === undefined) return;
    this.#kernel.commits.commit(() => addUnconfirmedCreate(this.#kernel, create));
  }

  #join(ids: readonly string[]): void {
    const wanted = ids.filter((id) => !this.#decided.has(id));
    if (wanted.length > 0) this.#pollingStarts.push(this.#kernel.known.restore(wanted));
  }

  /**
   * Restores the ids whose own values are lost: their records still name them. Without a loss, a record proves nothing,
   * because a crash can leave the record of an id that was removed.
   */
  #recoverIds(ids: readonly string[]): void {
    const { known } = this.#kernel;
    const mayBeLost = (id: string): boolean => this.#lostKeys.has(undefined) || this.#lostKeys.has(keyOf('id', id));
    const recovered = ids.filter((id) => mayBeLost(id) && !this.#decided.has(id) && !known.isAdded(id));
    this.#join(recovered);
    this.#recovered.push(...recovered.map((id) => keyOf('id', id)));
    for (const id of recovered) {
      const at = this.lost.findIndex((loss) => loss.kind === 'id' && loss.id === id);
      const message = `The id ${id} was damaged and is restored from its record.`;
      this.lost.splice(at < 0 ? this.lost.length : at, 1, { kind: 'id', id, message, repaired: true });
    }
  }

  #addLoss(loss: EngineLoss): void {
    if (!loss.repaired) this.#lostKeys.add(loss.key);
    // The kept transitions show the last number, so it can be saved again.
    if (loss.key === keyOf('change-number', '')) this.#recovered.push(loss.key);
    this.lost.push(describeLoss(loss));
  }

  #commit(change: () => void): void {
    this.#kernel.commits.commit(() => {
      this.isRestoring = true;
      try {
        change();
      } finally {
        this.isRestoring = false;
      }
    });
  }

  async #commitInParts<T>(list: readonly T[], size: number, change: (part: readonly T[]) => void): Promise<void> {
    const pause = createPause();
    for (let start = 0; start < list.length; start += size) {
      this.#commit(() => change(list.slice(start, start + size)));
      await pause();
    }
  }

  /** The service may answer before a kept record is read: the change between the two is a transition too. */
  #addMissed(kept: Entry<Database>): void {
    const { databases, transitions } = this.#kernel;
    const current = databases.peek(kept.id);
    if ((current.confirmedAt ?? -1) < (kept.confirmedAt ?? 0)) return;
    // After a second answer with a change, this change may be in the log already.
    const hasChanged = transitions.kept.some(({ id, sequence }) => id === kept.id && sequence > this.#sequence);
    if (!hasChanged) transitions.addBetween(kept, current);
  }

  /** Removes kept indices that the service's list lacks: they left the list since the last process ended, which is a change. */
  #removeAbsent(): void {
    const { commits, indices, list } = this.#kernel;
    const { confirmedAt = 0 } = list.entry;
    const listed = new Set(indices.ids.value);
    const absent = this.#lateIndices.filter(({ id }) => !listed.has(id));
    if (absent.length === 0) return;
    commits.commit(() => {
      restoreEntries(indices, absent);
      indices.join(absent.map(({ id }) => id));
      list.removeExcept(listed, confirmedAt);
    });
  }

  #startPolling(): void {
    for (const start of this.#pollingStarts.splice(0)) start();
  }

  /**
   * Reads values, and reports those that `read` returns no result for: a newer version may have saved them in another
   * form. The types of members are not checked: an engine returns only what this library has saved.
   */
  #readAll<T>(values: readonly StoredValue[], read: (value: never, id: string) => T | undefined): T[] {
    const found: T[] = [];
    for (const { key, text } of values) {
      let value: T | undefined;
      try {
        value = read(JSON.parse(text) as never, splitKey(key)[1]);
      } catch {
        // It is not JSON, or lacks a member that `read` uses.
      }
      if (value === undefined) this.#addLoss({ key, message: '' });
      else found.push(value);
    }
    return found;
  }

  /** The entries are of an earlier process. Their resources may have changed since, so no record is fresh. */
  #readEntries<R>(values: readonly StoredValue[]): EntrySnapshot<R>[] {
    // A wall clock that was ahead may have saved later times.
    const limited = (at?: number): number | undefined => at && Math.min(at, this.#startedAt);
    const read = ({ record, ...kept }: EntrySnapshot<R>, id: string): EntrySnapshot<R> | undefined => {
      const status = kept.status === 'missing' ? 'missing' : 'stale';
      if (record === undefined && status !== 'missing') return undefined;
      return { id, status, record, confirmedAt: limited(kept.confirmedAt), changedAt: limited(kept.changedAt) };
    };
    return this.#readAll(values, read);
  }

  readonly #handlers: Readonly<Record<ValueKind, (values: readonly StoredValue[]) => void>> = {
    change: (values) => {
      const read = ({ sequence, record, ...kept }: Partial<Transition>): Transition | undefined => {
        if (sequence === undefined || record === undefined) return undefined;
        // JSON leaves out members that are `undefined`.
        return { from: undefined, to: undefined, ...kept, sequence, record } as Transition;
      };
      this.#changes.push(...this.#readAll(values, read));
    },
    'change-number': (values) => {
      const read = (sequence: number): number | undefined => (Number.isSafeInteger(sequence) ? sequence : undefined);
      this.#sequence = this.#readAll(values, read)[0] ?? 0;
    },
    create: (values) => {
      const read = ({ request, startedAt }: Partial<UnconfirmedCreate>, key: string): UnconfirmedCreate | undefined =>
        request && startedAt !== undefined ? { key, request, startedAt } : undefined;
      for (const create of this.#readAll(values, read)) this.#addCreate(create);
    },
    id: (values) => {
      const read = ({ place }: { readonly place?: number }, id: string) =>
        place === undefined ? undefined : { id, position: place };
      this.#positions.push(...this.#readAll(values, read));
    },
    index: (values) => {
      const { indices, list } = this.#kernel;
      const entries = this.#readEntries<IndexRecord>(values);
      // A list that the fleet has received is newer.
      if (list.isAnswered) this.#lateIndices.push(...entries.filter(({ record }) => record !== undefined));
      if (list.entry.confirmedAt !== undefined) return;
      restoreEntries(indices, entries);
      indices.join(entries.flatMap(({ id, record }) => (record ? [id] : [])));
    },
    list: (values) => {
      const { list } = this.#kernel;
      const [listedAt] = this.#readAll(values, (kept: { readonly listedAt?: number }) => kept.listedAt);
      if (listedAt === undefined || list.entry.confirmedAt !== undefined) return;
      const confirmedAt = Math.min(listedAt, this.#startedAt);
      list.store.update(LIST, (entry) => ({ ...entry, record: [], status: 'stale', confirmedAt }));
    },
    record: (values) => {
      const entries = this.#readEntries<Database>(values);
      if (this.#lostKeys.size > 0) this.#recoverIds(entries.map(({ id }) => id));
      const { known, databases, reads } = this.#kernel;
      // A record belongs to an added id, or to an id that the program has not removed.
      const kept = entries.filter(({ id }) => (this.#decided.has(id) ? databases.isMember(id) : known.isAdded(id)));
      for (const entry of kept) this.#addMissed(entry as Entry<Database>);
      restoreEntries(databases, kept, reads.lastRequests);
    },
    usage: (values) => this.#restoreUsage(values, (entries: readonly UsageEntry[]) => entries),
    'usage-history': (values) =>
      this.#restoreUsage(values, (history: Parameters<typeof readHistory>[0], key) =>
        entriesOf(...(splitKey(key) as [ResourceKind, string]), readHistory(history)),
      ),
  };

  /** A crash can leave the usage of a resource that was removed. If it were restored, nothing would remove it later. */
  #restoreUsage(values: readonly StoredValue[], read: (value: never, key: string) => readonly UsageEntry[]): void {
    const { stores } = this.#kernel;
    // Usage of a limit that only a newer version knows would be lost when the usage is saved again.
    const readKnown = (value: never, key: string): readonly UsageEntry[] | undefined => {
      const entries = read(value, key);
      return entries.every(({ field }) => Object.hasOwn(limitNamed, field)) ? entries : undefined;
    };
    // A newer version may have saved the usage of another kind of resource.
    const isKnown = ({ resource, id }: UsageEntry): boolean =>
      Object.hasOwn(stores, resource) && stores[resource].isMember(id);
    usagePart(this.#kernel).restore(this.#readAll(values, readKnown).flat().filter(isKnown));
  }
}

/** Groups values by kind, in the order in which the kinds occur. A newer version may have stored other kinds. */
function byKind(values: readonly StoredValue[]): Map<ValueKind, StoredValue[]> {
  const kinds = new Map<ValueKind, StoredValue[]>();
  for (const value of values) {
    const [kind] = splitKey(value.key);
    if (!isKind(kind)) continue;
    const list = kinds.get(kind);
    if (list) list.push(value);
    else kinds.set(kind, [value]);
  }
  return kinds;
}

/** Returns a function that yields to the event loop if it last did so more than 10 ms ago. */
function createPause(): () => Promise<void> {
  let startedMs = systemClock.monotonic();
  return async () => {
    if (systemClock.monotonic() - startedMs < LONGEST_RUN_MS) return;
    await yieldToEventLoop();
    startedMs = systemClock.monotonic();
  };
}

export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => void systemClock.schedule(resolve, 0));
}
