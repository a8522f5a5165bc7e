import { unknownEntry, type Entry } from './entry.js';
import { Slot } from './slot.js';

/**
 * The slots of a store, by id. Slots of members are kept. Other slots are kept while they are watched or have content;
 * of the remaining idle slots, the last 1,000 are kept.
 */
export interface Slots<R> {
  /** Returns the slot of an id. Creates the slot if there is none. */
  get(id: string): Slot<R>;
  /** Returns the slot that the store uses now for the id of a slot, which may have been dropped. */
  current(slot: Slot<R>): Slot<R>;
  /** A slot got its first listener, or lost its last listener. */
  watch(slot: Slot<R>, isWatched: boolean): void;
  /** Checks whether a slot is idle now. To be called after its content or its listeners changed. */
  settle(slot: Slot<R>): void;
  /** Makes an id a member. Returns its slot, or `undefined` if the id was a member already. */
  join(id: string): Slot<R> | undefined;
  /** Ends the membership of an id. Returns its slot, or `undefined` if the id was not a member. */
  leave(id: string): Slot<R> | undefined;
  /** In the order in which they were added. */
  readonly members: ReadonlyMap<string, Slot<R>>;
  /** Visits all slots, those of members first. */
  forEach(visit: (slot: Slot<R>, isMember: boolean) => void): void;
}

/** How many idle slots are kept, so that two calls for the same id shortly after each other return the same view. */
const IDLE_SLOTS = 1000;

/**
 * @param hasContent whether dropping an entry would lose information.
 * @param onWatched called when a slot gets its first listener, and when it loses its last listener.
 */
export function createSlots<R>(
  hasContent: (entry: Entry<R>) => boolean,
  onWatched: (slot: Slot<R>, isWatched: boolean) => void,
): Slots<R> {
  const members = new Map<string, Slot<R>>();
  const others = new Map<string, Slot<R>>();
  const idle = new Set<Slot<R>>();

  const find = (id: string): Slot<R> | undefined => members.get(id) ?? others.get(id);

  function current(slot: Slot<R>): Slot<R> {
    if (slot.isWatched) return slot;
    const found = find(slot.entry.id) ?? keep(slot);
    // Callers may still hold the old slot's entry view. Without a view, the new slot would not be invalidated for it.
    found.entryView ??= slot.entryView;
    return found;
  }

  function settle(slot: Slot<R>): void {
    const { entry } = slot;
    if (slot.isWatched || hasContent(entry) || members.has(entry.id)) {
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
