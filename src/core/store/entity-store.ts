import type { Commits } from './commits.js';
import { createFreeze } from './deep-freeze.js';
import type { EntityViews } from './entity-views.js';
import { confirmed, unknownEntry, type Entry } from './entry.js';
import { createMemberViews } from './member-views.js';
import { shareEqual } from '../records/share-equal.js';
import { createSlotViews } from './slot-view.js';
import { Slots, type Slot } from './slots.js';

/**
 * Called inside a commit, before any subscriber, for each entry that changed. For each id that became a member or ceased
 * to be a member, it is called with the same entry twice.
 */
export type EntryListener<R> = (id: string, before: Entry<R>, after: Entry<R>) => void;

/**
 * Called when the views of an id get their first subscriber, and when they lose their last subscriber. For the views `all`
 * and `ids` it is called without an id.
 */
export type ObservedListener = (isObserved: boolean, id?: string) => void;

/** @param order the position of the request among all requests, by their start. */
export type SettledListener = (id: string, order: number) => void;

/** Entries by id. Every change is a commit, or part of the running commit. */
export interface EntityStore<R extends object> extends EntityViews<R> {
  /** Returns the current entry. */
  peek(id: string): Entry<R>;
  isMember(id: string): boolean;
  memberIds(): Iterable<string>;
  /** Returns all entries: first those of the members, in the order in which the members were added. */
  entries(): readonly Entry<R>[];
  onChange(listener: EntryListener<R>): () => void;
  onObserved(listener: ObservedListener): void;
  /** Calls `listener` inside the commit of each response that is not older than the entry, also if it changes nothing. */
  onSettled(listener: SettledListener): () => void;
  /** Replaces an entry. `change` runs when the commit runs, with the entry of that moment. */
  update(id: string, change: (entry: Entry<R>) => Entry<R>): void;
  /**
   * Replaces all entries.
   *
   * @param change `isWanted` says whether the id is a member or has subscribers.
   */
  updateAll(change: (entry: Entry<R>, isWanted: boolean) => Entry<R>): void;
  /**
   * Replaces an entry because of a response. Does nothing if the entry has the response to a later request.
   *
   * @param order the position of the request among all requests, by their start.
   */
  settle(id: string, order: number, change: (entry: Entry<R>) => Entry<R>): void;
  /**
   * Settles an entry with a record.
   *
   * @param at Unix milliseconds
   * @param predecessor the record with which `record` already shares its equal members. If the whole record is equal,
   *   `record` is the predecessor itself.
   */
  confirm(id: string, order: number, record: R, at: number, predecessor?: R): void;
  /** Makes ids members, which `all` and `ids` contain. */
  join(ids: Iterable<string>): void;
  /** Ends memberships. The entries stay until `forget` is called. */
  leave(ids: Iterable<string>): void;
  /** Resets an entry to `unknown`. */
  forget(id: string): void;
  /** Ends all subscriptions. To be called after the commits were disposed. */
  dispose(): void;
}

export function createEntityStore<R extends object>(commits: Commits): EntityStore<R> {
  const listeners = new Set<EntryListener<R>>();
  const observedListeners = new Set<ObservedListener>();
  const settledListeners = new Set<SettledListener>();
  const freeze = createFreeze();
  const slots = new Slots<R>(hasContent, (slot, isWatched) => notifyObserved(isWatched, slot.entry.id));
  const slotViews = createSlotViews(commits, slots);
  const memberViews = createMemberViews(commits, slots.members, freeze, notifyObserved);

  function notifyObserved(isObserved: boolean, id?: string): void {
    for (const listener of observedListeners) listener(isObserved, id);
  }

  function put(slot: Slot<R>, after: Entry<R>): void {
    const before = slot.entry;
    if (before === after) return;
    slot.entry = after;
    if (before.record !== after.record && slots.members.has(after.id)) memberViews.recordsChanged();
    // All views except the entry view depend on the record alone.
    if (before.record !== after.record || slot.entryView !== undefined) commits.invalidate(slot);
    if (hasContent(before) !== hasContent(after)) slots.checkIdle(slot);
    notify(after.id, before, after);
  }

  function notify(id: string, before: Entry<R>, after: Entry<R>): void {
    for (const listener of listeners) {
      try {
        listener(id, before, after);
      } catch (error) {
        commits.guard.report(error);
      }
    }
  }

  function changeMembers(ids: Iterable<string>, change: (id: string) => Slot<R> | undefined): void {
    // A copy, because the commit may be queued and the caller may change the list meanwhile.
    const copy = [...ids];
    commits.commit(() => {
      for (const id of copy) {
        const entry = change(id)?.entry;
        if (entry === undefined) continue;
        memberViews.memberChanged(entry.record !== undefined);
        notify(id, entry, entry);
      }
    });
  }

  function update(id: string, change: (entry: Entry<R>) => Entry<R>): void {
    commits.commit(() => {
      const slot = slots.get(id);
      put(slot, change(slot.entry));
    });
  }

  function settle(id: string, order: number, change: (entry: Entry<R>) => Entry<R>): void {
    commits.commit(() => {
      const slot = slots.get(id);
      if (order < slot.order) return;
      slot.order = order;
      put(slot, change(slot.entry));
      for (const listener of settledListeners) listener(id, order);
    });
  }

  return {
    ...slotViews,
    all: memberViews.all,
    ids: memberViews.ids,
    peek: (id) => slots.get(id).entry,
    isMember: (id) => slots.members.has(id),
    memberIds: () => slots.members.keys(),
    entries() {
      const entries: Entry<R>[] = [];
      slots.forEach(({ entry }) => entries.push(entry));
      return entries;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onObserved: (listener) => void observedListeners.add(listener),
    onSettled(listener) {
      settledListeners.add(listener);
      return () => void settledListeners.delete(listener);
    },
    update,
    updateAll(change) {
      commits.commit(() =>
        slots.forEach((slot, isMember) => put(slot, change(slot.entry, isMember || slot.isWatched))),
      );
    },
    settle,
    confirm(id, order, record, at, predecessor) {
      settle(id, order, (entry) => {
        const isShared = entry.record === predecessor;
        return confirmed(entry, freeze(isShared ? record : shareEqual(record, entry.record)), at);
      });
    },
    join: (ids) => changeMembers(ids, (id) => slots.join(id)),
    leave: (ids) => changeMembers(ids, (id) => slots.leave(id)),
    forget: (id) =>
      update(id, (entry) => (entry.status === 'unknown' && entry.error === undefined ? entry : unknownEntry(id))),
    dispose() {
      slots.forEach((slot) => slot.end());
      memberViews.complete();
    },
  };
}

/** Whether dropping the entry would lose information. */
function hasContent<R>({ record, fetching, error }: Entry<R>): boolean {
  return record !== undefined || fetching || error !== undefined;
}
