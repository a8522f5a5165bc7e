import { unknownEntry } from './entry.js';
import { Slot } from './slot.js';

/** The slots of a store, by id. */
export interface Slots<R> {
  /** Makes one where there is none: for an id that somebody asks about. */
  get(id: string): Slot<R>;
  /** The slot that counts for the id of this one, which is this one while nobody made another. */
  current(slot: Slot<R>): Slot<R>;
  /** Says that a slot may be of no more use: nobody watches it, nothing is known of its id. */
  settle(slot: Slot<R>): void;
  all(): Iterable<Slot<R>>;
}

/** Slots of no use that are kept, so that whoever asks about the same id twice in a moment gets the same view. */
const IDLE_SLOTS = 1000;

/** @param isInUse whether a slot must be kept. */
export function createSlots<R>(
  isInUse: (slot: Slot<R>) => boolean,
  onWatched: (slot: Slot<R>, isWatched: boolean) => void,
): Slots<R> {
  const slots = new Map<string, Slot<R>>();
  const idle = new Set<Slot<R>>();

  function settle(slot: Slot<R>): void {
    if (slot.isWatched || isInUse(slot)) {
      idle.delete(slot);
      return;
    }
    idle.add(slot);
    if (idle.size <= IDLE_SLOTS) return;
    for (const oldest of idle) {
      idle.delete(oldest);
      slots.delete(oldest.entry.id);
      return;
    }
  }

  // One for all slots.
  function watched(slot: Slot<R>, isWatched: boolean): void {
    settle(slot);
    onWatched(slot, isWatched);
  }

  function keep(slot: Slot<R>): Slot<R> {
    slots.set(slot.entry.id, slot);
    settle(slot);
    return slot;
  }

  return {
    get(id) {
      const found = slots.get(id);
      if (found !== undefined) return found;
      return keep(new Slot<R>(unknownEntry(id), watched));
    },
    current: (slot) => (slot.isWatched ? slot : (slots.get(slot.entry.id) ?? keep(slot))),
    settle,
    all: () => slots.values(),
  };
}
