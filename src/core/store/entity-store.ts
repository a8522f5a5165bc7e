import type { Commits } from './commits.js';
import { createFreeze } from './deep-freeze.js';
import type { EntityViews, View } from './view.js';
import { confirmed, unknownEntry, type Entry } from './entry.js';
import { shareEqual } from '../records/share-equal.js';
import { selectMemoized } from '../shared/select-memoized.js';
import { createSource, type Source } from './source.js';
import { Slots, SlotView, type Slot } from './slots.js';

/**
 * Called inside a commit, before any subscriber, for each entry that changed; with the same entry twice for a change of
 * membership. Declared as a method, so that TypeScript accepts a store of databases as a store of objects.
 */
export type EntryListener<R> = { listen(id: string, before: Entry<R>, after: Entry<R>): void }['listen'];

/** @param order the number of the request: requests are numbered when they start */
export type SettledListener = (id: string, order: number) => void;

/**
 * The state of all resources of one kind: an entry for each id, with the last record and its status. Views show the
 * entries. Every change is a commit, or part of the running commit.
 */
export class EntityStore<R extends object> implements EntityViews<R> {
  readonly all: View<readonly R[]>;
  readonly ids: View<readonly string[]>;
  readonly #commits: Commits;
  readonly #slots: Slots<R>;
  readonly #all: Source<readonly R[]>;
  readonly #ids: Source<readonly string[]>;
  readonly #freeze = createFreeze();
  readonly #listeners = new Set<EntryListener<R>>();
  readonly #settledListeners = new Set<SettledListener>();
  /** The values of `all` and `ids`, until they change. */
  #records: readonly R[] | undefined;
  #memberIds: readonly string[] | undefined;

  /**
   * @param onObserved called when the views of an id get their first subscriber or lose their last one; without an id
   *   for `all` and `ids`
   */
  constructor(commits: Commits, onObserved: (isObserved: boolean, id?: string) => void = () => {}) {
    const readIds = (): readonly string[] => (this.#memberIds ??= this.#freeze([...this.#slots.members.keys()]));
    this.#commits = commits;
    this.#slots = new Slots<R>(onObserved);
    this.#all = createSource(commits, () => (this.#records ??= this.#freeze(this.#readRecords())), onObserved);
    this.#ids = createSource(commits, readIds, onObserved);
    this.all = this.#all.view;
    this.ids = this.#ids.view;
    commits.ends.add(this);
  }

  /** Makes an empty store with the same commits. The caller need not import this class. */
  createAnother<S extends object>(): EntityStore<S> {
    return new EntityStore<S>(this.#commits);
  }

  /** The same view for the same id, as `record`. */
  entry(id: string): View<Entry<R>> {
    const slot = this.#slots.get(id);
    return (slot.entryView ??= this.#viewOf(slot, entryOf));
  }

  record(id: string): View<R | undefined> {
    const slot = this.#slots.get(id);
    return (slot.recordView ??= this.#viewOf(slot, recordOf));
  }

  field<Field extends keyof R & string>(id: string, field: Field): View<R[Field] | undefined> {
    // Own members only: inherited names, such as `constructor`, are not fields of a record.
    return this.#viewOf(this.#slots.get(id), ({ record }) =>
      record !== undefined && Object.hasOwn(record, field) ? record[field] : undefined,
    );
  }

  select<Selected>(
    id: string,
    selector: (record: R | undefined) => Selected,
    equals?: (a: Selected, b: Selected) => boolean,
  ): View<Selected> {
    const select = selectMemoized(selector, equals);
    return this.#viewOf(this.#slots.get(id), ({ record }) => select(record));
  }

  peek(id: string): Entry<R> {
    return this.#slots.get(id).entry;
  }

  isMember(id: string): boolean {
    return this.#slots.members.has(id);
  }

  /** All entries: first the entries of the members, in the order in which the members were added. */
  entries(): readonly Entry<R>[] {
    const entries: Entry<R>[] = [];
    this.#slots.forEach(({ entry }) => entries.push(entry));
    return entries;
  }

  onChange(listener: EntryListener<R>): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Calls `listener` inside the commit of each answer that is not older than the entry. */
  onSettled(listener: SettledListener): () => void {
    this.#settledListeners.add(listener);
    return () => void this.#settledListeners.delete(listener);
  }

  update(id: string, change: (entry: Entry<R>) => Entry<R>): void {
    this.#commits.commit(() => {
      const slot = this.#slots.get(id);
      this.#replace(slot, change(slot.entry));
    });
  }

  /** Replaces all entries. `isWanted`: the id is a member or has subscribers. */
  updateAll(change: (entry: Entry<R>, isWanted: boolean) => Entry<R>): void {
    this.#commits.commit(() =>
      this.#slots.forEach((slot, isMember) => this.#replace(slot, change(slot.entry, isMember || slot.isWatched))),
    );
  }

  /** Replaces an entry because of an answer, unless the entry has the answer to a later request. */
  settle(id: string, order: number, change: (entry: Entry<R>) => Entry<R>): void {
    this.#commits.commit(() => {
      const slot = this.#slots.get(id);
      if (order < slot.order) return;
      slot.order = order;
      this.#replace(slot, change(slot.entry));
      for (const listener of this.#settledListeners) listener(id, order);
    });
  }

  /** Settles an entry with a record. @param predecessor the record with which `record` already shares its equal members */
  confirm(id: string, order: number, record: R, at: number, predecessor?: R): void {
    this.settle(id, order, (entry) => {
      const isShared = entry.record === predecessor;
      return confirmed(entry, this.#freeze(isShared ? record : shareEqual(record, entry.record)), at);
    });
  }

  join(ids: Iterable<string>): void {
    this.#changeMembers(ids, (id) => this.#slots.join(id));
  }

  /** Ends memberships. The entries stay until `forget` is called. */
  leave(ids: Iterable<string>): void {
    this.#changeMembers(ids, (id) => this.#slots.leave(id));
  }

  forget(id: string): void {
    this.update(id, (entry) => (entry.status === 'unknown' && entry.error === undefined ? entry : unknownEntry(id)));
  }

  /** Ends the subscriptions to single entries. `all` and `ids` are sources of their own. */
  end(): void {
    this.#slots.forEach((slot) => slot.end());
  }

  #viewOf<T>(slot: Slot<R>, project: (entry: Entry<R>) => T): View<T> {
    return new SlotView(this.#commits, this.#slots, slot, project);
  }

  #readRecords(): R[] {
    const records: R[] = [];
    for (const { entry } of this.#slots.members.values()) if (entry.record !== undefined) records.push(entry.record);
    return records;
  }

  #recordsChanged(): void {
    this.#records = undefined;
    this.#all.changed();
  }

  #replace(slot: Slot<R>, after: Entry<R>): void {
    const before = slot.entry;
    if (before === after) return;
    slot.entry = after;
    if (before.record !== after.record && this.isMember(after.id)) this.#recordsChanged();
    // All views except the entry view depend on the record alone.
    if (before.record !== after.record || slot.entryView !== undefined) this.#commits.invalidate(slot);
    this.#notify(after.id, before, after);
  }

  #notify(id: string, before: Entry<R>, after: Entry<R>): void {
    for (const listener of this.#listeners) this.#commits.guard.run(() => listener(id, before, after));
  }

  #changeMembers(ids: Iterable<string>, change: (id: string) => Slot<R> | undefined): void {
    // A copy, because the commit may be queued and the caller may change the list meanwhile.
    const copy = [...ids];
    this.#commits.commit(() => {
      for (const id of copy) {
        const entry = change(id)?.entry;
        if (entry === undefined) continue;
        this.#memberIds = undefined;
        this.#ids.changed();
        if (entry.record !== undefined) this.#recordsChanged();
        this.#notify(id, entry, entry);
      }
    });
  }
}

// One function for all views: a function for each view takes 60 bytes.
const entryOf = <R>(entry: Entry<R>): Entry<R> => entry;
const recordOf = <R>({ record }: Entry<R>): R | undefined => record;
