import { Topic } from './topic.js';
import { unknownEntry, type Entry } from './entry.js';
import type { View } from './view.js';

/** The current entry of one id in a store, and the topic of its changes. */
export class Slot<R> extends Topic {
  entry: Entry<R>;
  /** Start order of the latest request whose answer is in the entry. */
  order = 0;
  /** Created on first use and shared, so that every caller gets the same view. */
  entryView: View<Entry<R>> | undefined;
  recordView: View<R | undefined> | undefined;

  constructor(entry: Entry<R>) {
    super();
    this.entry = entry;
  }
}

/** How many idle slots are kept, so that two calls for the same id shortly after each other return the same view. */
const IDLE_SLOTS = 1000;

/**
 * The slots of a store, by id. Slots of members are kept. Other slots are kept while they are watched or have content;
 * of the remaining idle slots, the last 1,000 are kept.
 */
export class Slots<R> {
  readonly #onWatched: (isWatched: boolean, id: string) => void;
  readonly #members = new Map<string, Slot<R>>();
  readonly #others = new Map<string, Slot<R>>();
  readonly #idle = new Set<Slot<R>>();

  /** @param onWatched called when a slot gets its first listener, and when it loses its last listener. */
  constructor(onWatched: (isWatched: boolean, id: string) => void) {
    this.#onWatched = onWatched;
  }

  /** In the order in which they were added. */
  get members(): ReadonlyMap<string, Slot<R>> {
    return this.#members;
  }

  /** Returns the slot of an id. Creates the slot if there is none. */
  get(id: string): Slot<R> {
    return this.#find(id) ?? this.#store(new Slot<R>(unknownEntry(id)));
  }

  /** Returns the slot that the store uses now for the id of a slot, which may have been dropped. */
  current(slot: Slot<R>): Slot<R> {
    if (slot.isWatched) return slot;
    const found = this.#find(slot.entry.id) ?? this.#store(slot);
    // Callers may still hold the old slot's entry view. Without a view, the new slot would not be invalidated for it.
    found.entryView ??= slot.entryView;
    return found;
  }

  /** A slot got its first listener, or lost its last listener. */
  watch(slot: Slot<R>, isWatched: boolean): void {
    this.checkIdle(slot);
    this.#onWatched(isWatched, slot.entry.id);
  }

  /** Checks whether a slot is idle now. To be called after its content or its listeners changed. */
  checkIdle(slot: Slot<R>): void {
    const { entry } = slot;
    if (slot.isWatched || hasContent(entry) || this.#members.has(entry.id)) {
      this.#idle.delete(slot);
      return;
    }
    this.#idle.add(slot);
    if (this.#idle.size <= IDLE_SLOTS) return;
    for (const oldest of this.#idle) {
      this.#idle.delete(oldest);
      this.#others.delete(oldest.entry.id);
      return;
    }
  }

  /** Makes an id a member. Returns its slot, or `undefined` if the id was a member already. */
  join(id: string): Slot<R> | undefined {
    if (this.#members.has(id)) return undefined;
    const slot = this.#others.get(id) ?? new Slot<R>(unknownEntry(id));
    this.#others.delete(id);
    this.#members.set(id, slot);
    this.checkIdle(slot);
    return slot;
  }

  /** Ends the membership of an id. Returns its slot, or `undefined` if the id was not a member. */
  leave(id: string): Slot<R> | undefined {
    const slot = this.#members.get(id);
    if (slot === undefined) return undefined;
    this.#members.delete(id);
    return this.#store(slot);
  }

  /** Visits all slots, those of members first. */
  forEach(visit: (slot: Slot<R>, isMember: boolean) => void): void {
    for (const slot of this.#members.values()) visit(slot, true);
    for (const slot of this.#others.values()) visit(slot, false);
  }

  #find(id: string): Slot<R> | undefined {
    return this.#members.get(id) ?? this.#others.get(id);
  }

  #store(slot: Slot<R>): Slot<R> {
    this.#others.set(slot.entry.id, slot);
    this.checkIdle(slot);
    return slot;
  }
}

/** Whether dropping the entry would lose information. */
export function hasContent<R>({ record, fetching, error }: Entry<R>): boolean {
  return record !== undefined || fetching || error !== undefined;
}
