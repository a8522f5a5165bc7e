import { unknownEntry, type Entry } from './entry.js';
import { Slot } from './slot.js';

/** The slots of a store, by id. Those of members are kept, those of others while they are of use. */
export interface Slots<R> {
  /** Makes one where there is none: for an id that somebody asks about. */
  get(id: string): Slot<R>;
  /** The slot that counts for the id of this one, which is this one while nobody made another. */
  current(slot: Slot<R>): Slot<R>;
  /** Somebody subscribes to a slot, or nobody does any more. */
  watch(slot: Slot<R>, isWatched: boolean): void;
  /** Says that a slot may be of no more use: nobody watches it, nothing is known of its id. */
  settle(slot: Slot<R>): void;
  /** Gives the slot that became a member; nothing if it was one. */
  join(id: string): Slot<R> | undefined;
  /** Gives the slot that ceased to be a member; nothing if it was none. */
  leave(id: string): Slot<R> | undefined;
  /** In the order in which they joined. */
  readonly members: ReadonlyMap<string, Slot<R>>;
  /** Members first. */
  forEach(visit: (slot: Slot<R>, isMember: boolean) => void): void;
}

/** Slots of no use that are kept, so that whoever asks about the same id twice in a moment gets the same view. */
const IDLE_SLOTS = 1000;

/**
 * @param isOfInterest whether it would be a loss to forget an entry.
 * @param onWatched called when the first subscriber of a slot came, and when the last one left.
 */
export function createSlots<R>(
  isOfInterest: (entry: Entry<R>) => boolean,
  onWatched: (slot: Slot<R>, isWatched: boolean) => void,
): Slots<R> {
  const members = new Map<string, Slot<R>>();
  const others = new Map<string, Slot<R>>();
  const idle = new Set<Slot<R>>();

  const find = (id: string): Slot<R> | undefined => members.get(id) ?? others.get(id);

  function current(slot: Slot<R>): Slot<R> {
    if (slot.isWatched) return slot;
    const found = find(slot.entry.id) ?? keep(slot);
    // Who has the view may subscribe to it, and it may be the one that asks.
    found.entryView ??= slot.entryView;
    return found;
  }

  function settle(slot: Slot<R>): void {
    const { entry } = slot;
    if (slot.isWatched || isOfInterest(entry) || members.has(entry.id)) {
      idle.delete(slot);
      return;
    }
    idle.add(slot);
    if (idle.size <= IDLE_SLOTS) return;
    for (const oldest of idle) {
      idle.delete(oldest);
      others.delete(oldest.entry.id);
      return;
    }
  }

  function keep(slot: Slot<R>): Slot<R> {
    others.set(slot.entry.id, slot);
    settle(slot);
    return slot;
  }

  return {
    get: (id) => find(id) ?? keep(new Slot<R>(unknownEntry(id))),
    current,
    watch(slot, isWatched) {
      settle(slot);
      onWatched(slot, isWatched);
    },
    settle,
    join(id) {
      if (members.has(id)) return undefined;
      const slot = others.get(id) ?? new Slot<R>(unknownEntry(id));
      others.delete(id);
      members.set(id, slot);
      settle(slot);
      return slot;
    },
    leave(id) {
      const slot = members.get(id);
      if (slot === undefined) return undefined;
      members.delete(id);
      return keep(slot);
    },
    members,
    forEach(visit) {
      for (const slot of members.values()) visit(slot, true);
      for (const slot of others.values()) visit(slot, false);
    },
  };
}
