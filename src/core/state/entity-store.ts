import { isDevelopment } from '../shared/is-development.js';
import type { Commits } from './commits.js';
import { deepFreeze } from './deep-freeze.js';
import type { EntityViews } from './entity-views.js';
import { confirmed, unknownEntry, type Entry } from './entry.js';
import { createFieldReaders } from './field-readers.js';
import { selectMemoized } from './select-memoized.js';
import { shareEqual } from './share-equal.js';
import { SlotView } from './slot-view.js';
import type { Slot } from './slot.js';
import { createSlots } from './slots.js';
import { createSource } from './source.js';

/**
 * Called within a commit for each entry that changed, and, with the same entry twice, for each id that became a member
 * or ceased to be one; before anybody else is told.
 */
export type EntryListener<R> = (id: string, before: Entry<R>, after: Entry<R>) => void;

/** Entries by id. Every change is a commit, or part of the one that runs. */
export interface EntityStore<R extends object> extends EntityViews<R> {
  /** The entry as it is now. */
  peek(id: string): Entry<R>;
  isMember(id: string): boolean;
  memberIds(): Iterable<string>;
  /** All entries that there are: those of members first, in the order in which they joined. */
  entries(): readonly Entry<R>[];
  onChange(listener: EntryListener<R>): () => void;
  /** Makes another entry of the one that is there, whenever that happens. */
  update(id: string, change: (entry: Entry<R>) => Entry<R>): void;
  /**
   * Makes other entries of all that there are.
   *
   * @param change hears as well whether anybody asks for it: it is a member, or somebody subscribes to it.
   */
  updateAll(change: (entry: Entry<R>, isWanted: boolean) => Entry<R>): void;
  /**
   * Makes another entry of the one that is there, because of an answer to the request that was the `order`-th to
   * begin. Does nothing if the entry knows the answer to a younger request.
   */
  settle(id: string, order: number, change: (entry: Entry<R>) => Entry<R>): void;
  /**
   * Settles an entry with a record.
   *
   * @param at Unix milliseconds
   * @param predecessor with which the record shares already what is equal; in the end it is that very object.
   */
  confirm(id: string, order: number, record: R, at: number, predecessor?: R): void;
  /** Makes ids members: of `all` and `ids`. */
  join(ids: Iterable<string>): void;
  /** Ends memberships. What is known of the ids stays until it is forgotten. */
  leave(ids: Iterable<string>): void;
  /** Drops what is known of an id. */
  forget(id: string): void;
  /** Ends all subscriptions. To be called when the commits were disposed of: nobody comes back then. */
  dispose(): void;
}

export interface EntityStoreOptions {
  /** Called when the first subscriber to any view of one id comes, and when the last one leaves. */
  readonly onObserved?: (id: string, isObserved: boolean) => void;
  /** The same for each of the views of all members. */
  readonly onAllObserved?: (isObserved: boolean) => void;
}

export function createEntityStore<R extends object>(
  commits: Commits,
  { onObserved, onAllObserved }: EntityStoreOptions = {},
): EntityStore<R> {
  const listeners = new Set<EntryListener<R>>();
  const freeze = isDevelopment() ? deepFreeze : <T>(value: T): T => value;
  const slots = createSlots<R>(isOfInterest, (slot, isWatched) => onObserved?.(slot.entry.id, isWatched));

  const readerOf = createFieldReaders<R>();

  let records: readonly R[] | undefined;
  let ids: readonly string[] | undefined;
  const all = createSource(commits, {
    read: () => (records ??= freeze<readonly R[]>(readRecords())),
    onWatched: onAllObserved,
  });
  const known = createSource(commits, {
    read: () => (ids ??= freeze<readonly string[]>([...slots.members.keys()])),
    onWatched: onAllObserved,
  });

  function readRecords(): R[] {
    const found: R[] = [];
    for (const { entry } of slots.members.values()) if (entry.record !== undefined) found.push(entry.record);
    return found;
  }

  function put(slot: Slot<R>, after: Entry<R>): void {
    const before = slot.entry;
    if (before === after) return;
    slot.entry = after;
    if (before.record !== after.record && slots.members.has(after.id)) recordsChanged();
    // Views of anything but the whole entry show the record alone.
    if (before.record !== after.record || slot.entryView !== undefined) commits.touch(slot);
    if (isOfInterest(before) !== isOfInterest(after)) slots.settle(slot);
    tell(after.id, before, after);
  }

  function recordsChanged(): void {
    records = undefined;
    all.changed();
  }

  function tell(id: string, before: Entry<R>, after: Entry<R>): void {
    for (const listener of listeners) {
      try {
        listener(id, before, after);
      } catch (error) {
        commits.guard.report(error);
      }
    }
  }

  function changeMembers(among: Iterable<string>, change: (id: string) => Slot<R> | undefined): void {
    // The change may have to wait, and whoever has the list may use it for something else meanwhile.
    const changed = [...among];
    commits.commit(() => {
      let isChanged = false;
      let isRecordChanged = false;
      for (const id of changed) {
        const entry = change(id)?.entry;
        if (entry === undefined) continue;
        isChanged = true;
        isRecordChanged ||= entry.record !== undefined;
        tell(id, entry, entry);
      }
      if (isRecordChanged) recordsChanged();
      if (!isChanged) return;
      ids = undefined;
      known.changed();
    });
  }

  const store: EntityStore<R> = {
    entry(id) {
      const slot = slots.get(id);
      return (slot.entryView ??= new SlotView(commits, slots, slot, itself));
    },
    record(id) {
      const slot = slots.get(id);
      return (slot.recordView ??= new SlotView(commits, slots, slot, recordOf));
    },
    field: (id, field) => new SlotView(commits, slots, slots.get(id), readerOf(field)),
    select(id, selector, equals) {
      const select = selectMemoized(selector, equals);
      return new SlotView(commits, slots, slots.get(id), ({ record }) => select(record));
    },
    all: all.view,
    ids: known.view,

    peek: (id) => slots.get(id).entry,
    isMember: (id) => slots.members.has(id),
    memberIds: () => slots.members.keys(),
    entries() {
      const found: Entry<R>[] = [];
      slots.forEach(({ entry }) => found.push(entry));
      return found;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    update(id, change) {
      commits.commit(() => {
        const slot = slots.get(id);
        put(slot, change(slot.entry));
      });
    },
    updateAll(change) {
      commits.commit(() =>
        slots.forEach((slot, isMember) => put(slot, change(slot.entry, isMember || slot.isWatched))),
      );
    },
    settle(id, order, change) {
      commits.commit(() => {
        const slot = slots.get(id);
        if (order < slot.order) return;
        slot.order = order;
        put(slot, change(slot.entry));
      });
    },
    confirm(id, order, record, at, predecessor) {
      store.settle(id, order, (entry) => {
        const isShared = entry.record === predecessor;
        return confirmed(entry, freeze(isShared ? record : shareEqual(record, entry.record)), at);
      });
    },
    join(joining) {
      changeMembers(joining, slots.join);
    },
    leave(leaving) {
      changeMembers(leaving, slots.leave);
    },
    forget(id) {
      store.update(id, (entry) => (isKnown(entry) ? unknownEntry(id) : entry));
    },
    dispose() {
      slots.forEach((slot) => slot.end());
      all.complete();
      known.complete();
    },
  };
  return store;
}

function itself<R>(entry: Entry<R>): Entry<R> {
  return entry;
}

function recordOf<R>({ record }: Entry<R>): R | undefined {
  return record;
}

/** Whether anything is known of it. */
function isKnown<R>({ status, error }: Entry<R>): boolean {
  return status !== 'unknown' || error !== undefined;
}

/** Whether it would be a loss to forget it. */
function isOfInterest<R>({ record, fetching, error }: Entry<R>): boolean {
  return record !== undefined || fetching || error !== undefined;
}
