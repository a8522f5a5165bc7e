import type { Commits } from './commits.js';
import { createFreeze } from './deep-freeze.js';
import type { EntityViews } from './entity-views.js';
import { confirmed, unknownEntry, type Entry } from './entry.js';
import { createMemberViews, type MemberViews } from './member-views.js';
import { shareEqual } from '../records/share-equal.js';
import { createSlotViews } from './slot-view.js';
import { hasContent, Slots, type Slot } from './slots.js';

/**
 * Called inside a commit, before any subscriber, for each entry that changed. For each id that became a member or ceased
 * to be a member, it is called with the same entry twice.
 *
 * Written as a method, whose parameters TypeScript compares less strictly: so a store of databases can be passed where a
 * store of objects is expected.
 */
export type EntryListener<R> = { listen(id: string, before: Entry<R>, after: Entry<R>): void }['listen'];

/**
 * Called when the views of an id get their first subscriber, and when they lose their last subscriber. For the views `all`
 * and `ids` it is called without an id.
 */
export type ObservedListener = (isObserved: boolean, id?: string) => void;

/** @param order the position of the request among all requests, by their start. */
export type SettledListener = (id: string, order: number) => void;

/** Entries by id. Every change is a commit, or part of the running commit. */
export class EntityStore<R extends object> implements EntityViews<R> {
  readonly all: EntityViews<R>['all'];
  readonly ids: EntityViews<R>['ids'];
  readonly entry: EntityViews<R>['entry'];
  readonly record: EntityViews<R>['record'];
  readonly field: EntityViews<R>['field'];
  readonly select: EntityViews<R>['select'];
  readonly #commits: Commits;
  readonly #slots: Slots<R>;
  readonly #memberViews: MemberViews<R>;
  readonly #freeze = createFreeze();
  readonly #listeners = new Set<EntryListener<R>>();
  readonly #observedListeners = new Set<ObservedListener>();
  readonly #settledListeners = new Set<SettledListener>();

  constructor(commits: Commits) {
    const notifyObserved = (isObserved: boolean, id?: string): void => {
      for (const listener of this.#observedListeners) listener(isObserved, id);
    };
    this.#commits = commits;
    this.#slots = new Slots<R>(notifyObserved);
    this.#memberViews = createMemberViews(commits, this.#slots.members, this.#freeze, notifyObserved);
    ({ all: this.all, ids: this.ids } = this.#memberViews);
    const { entry, record, field, select } = createSlotViews(commits, this.#slots);
    [this.entry, this.record, this.field, this.select] = [entry, record, field, select];
  }

  /** Returns the current entry. */
  peek(id: string): Entry<R> {
    return this.#slots.get(id).entry;
  }

  isMember(id: string): boolean {
    return this.#slots.members.has(id);
  }

  memberIds(): Iterable<string> {
    return this.#slots.members.keys();
  }

  /** Returns all entries: first those of the members, in the order in which the members were added. */
  entries(): readonly Entry<R>[] {
    const entries: Entry<R>[] = [];
    this.#slots.forEach(({ entry }) => entries.push(entry));
    return entries;
  }

  onChange(listener: EntryListener<R>): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  onObserved(listener: ObservedListener): void {
    this.#observedListeners.add(listener);
  }

  /** Calls `listener` inside the commit of each response that is not older than the entry, also if it changes nothing. */
  onSettled(listener: SettledListener): () => void {
    this.#settledListeners.add(listener);
    return () => void this.#settledListeners.delete(listener);
  }

  /** Replaces an entry. `change` runs when the commit runs, with the entry of that moment. */
  update(id: string, change: (entry: Entry<R>) => Entry<R>): void {
    this.#commits.commit(() => {
      const slot = this.#slots.get(id);
      this.#replace(slot, change(slot.entry));
    });
  }

  /**
   * Replaces all entries.
   *
   * @param change `isWanted` says whether the id is a member or has subscribers.
   */
  updateAll(change: (entry: Entry<R>, isWanted: boolean) => Entry<R>): void {
    this.#commits.commit(() =>
      this.#slots.forEach((slot, isMember) => this.#replace(slot, change(slot.entry, isMember || slot.isWatched))),
    );
  }

  /**
   * Replaces an entry because of a response. Does nothing if the entry has the response to a later request.
   *
   * @param order the position of the request among all requests, by their start.
   */
  settle(id: string, order: number, change: (entry: Entry<R>) => Entry<R>): void {
    this.#commits.commit(() => {
      const slot = this.#slots.get(id);
      if (order < slot.order) return;
      slot.order = order;
      this.#replace(slot, change(slot.entry));
      for (const listener of this.#settledListeners) listener(id, order);
    });
  }

  /**
   * Settles an entry with a record.
   *
   * @param at Unix milliseconds
   * @param predecessor the record with which `record` already shares its equal members. If the whole record is equal,
   *   `record` is the predecessor itself.
   */
  confirm(id: string, order: number, record: R, at: number, predecessor?: R): void {
    this.settle(id, order, (entry) => {
      const isShared = entry.record === predecessor;
      return confirmed(entry, this.#freeze(isShared ? record : shareEqual(record, entry.record)), at);
    });
  }

  /** Makes ids members, which `all` and `ids` contain. */
  join(ids: Iterable<string>): void {
    this.#changeMembers(ids, (id) => this.#slots.join(id));
  }

  /** Ends memberships. The entries stay until `forget` is called. */
  leave(ids: Iterable<string>): void {
    this.#changeMembers(ids, (id) => this.#slots.leave(id));
  }

  /** Resets an entry to `unknown`. */
  forget(id: string): void {
    this.update(id, (entry) => (entry.status === 'unknown' && entry.error === undefined ? entry : unknownEntry(id)));
  }

  /** Ends all subscriptions. To be called after the commits were disposed. */
  dispose(): void {
    this.#slots.forEach((slot) => slot.end());
    this.#memberViews.complete();
  }

  #replace(slot: Slot<R>, after: Entry<R>): void {
    const before = slot.entry;
    if (before === after) return;
    slot.entry = after;
    if (before.record !== after.record && this.isMember(after.id)) this.#memberViews.recordsChanged();
    // All views except the entry view depend on the record alone.
    if (before.record !== after.record || slot.entryView !== undefined) this.#commits.invalidate(slot);
    if (hasContent(before) !== hasContent(after)) this.#slots.checkIdle(slot);
    this.#notify(after.id, before, after);
  }

  #notify(id: string, before: Entry<R>, after: Entry<R>): void {
    for (const listener of this.#listeners) {
      try {
        listener(id, before, after);
      } catch (error) {
        this.#commits.guard.report(error);
      }
    }
  }

  #changeMembers(ids: Iterable<string>, change: (id: string) => Slot<R> | undefined): void {
    // A copy, because the commit may be queued and the caller may change the list meanwhile.
    const copy = [...ids];
    this.#commits.commit(() => {
      for (const id of copy) {
        const entry = change(id)?.entry;
        if (entry === undefined) continue;
        this.#memberViews.memberChanged(entry.record !== undefined);
        this.#notify(id, entry, entry);
      }
    });
  }
}
