import type { Commits } from './commits.js';
import { TopicView } from './topic-view.js';
import { Topic } from './topic.js';
import { unknownEntry, type Entry } from './entry.js';
import type { View } from './view.js';

/** The current entry of one id in a store, and the topic of its changes. */
export class Slot<R> extends Topic {
  entry: Entry<R>;
  /** The order of the latest request whose answer is in the entry. */
  order = 0;
  /** Created on first use and shared, so that every caller gets the same view. */
  entryView: View<Entry<R>> | undefined;
  recordView: View<R | undefined> | undefined;

  constructor(entry: Entry<R>) {
    super();
    this.entry = entry;
  }
}

/** Enough that two calls for an id, shortly after each other, return the same view. */
const IDLE_SLOTS = 1000;

/** The slots of a store, by id. The slot of a non-member is idle if it is unwatched and empty, and may be dropped. */
export class Slots<R> {
  /** Called when the views of a slot get their first subscriber, and when they lose their last one. */
  readonly onWatched: (isWatched: boolean, id: string) => void;
  /** In the order in which they were added. */
  readonly members = new Map<string, Slot<R>>();
  readonly #others = new Map<string, Slot<R>>();
  /** Above this number of non-members, idle slots are dropped. */
  #limit = IDLE_SLOTS;

  constructor(onWatched: (isWatched: boolean, id: string) => void) {
    this.onWatched = onWatched;
  }

  get(id: string): Slot<R> {
    return this.#find(id) ?? this.#store(new Slot<R>(unknownEntry(id)));
  }

  /** The slot that the store now uses for the same id. The given slot may have been dropped. */
  current(slot: Slot<R>): Slot<R> {
    if (slot.isWatched) return slot;
    const found = this.#find(slot.entry.id) ?? this.#store(slot);
    // Callers may still hold the old slot's entry view. Without an entry view, only a new record invalidates a slot.
    found.entryView ??= slot.entryView;
    return found;
  }

  /** Makes an id a member; `undefined` if it already was a member. */
  join(id: string): Slot<R> | undefined {
    if (this.members.has(id)) return undefined;
    const slot = this.#others.get(id) ?? new Slot<R>(unknownEntry(id));
    this.#others.delete(id);
    this.members.set(id, slot);
    return slot;
  }

  /** Ends a membership; `undefined` if there was none. */
  leave(id: string): Slot<R> | undefined {
    const slot = this.members.get(id);
    if (slot === undefined) return undefined;
    this.members.delete(id);
    return this.#store(slot);
  }

  forEach(visit: (slot: Slot<R>, isMember: boolean) => void): void {
    for (const slot of this.members.values()) visit(slot, true);
    for (const slot of this.#others.values()) visit(slot, false);
  }

  #find(id: string): Slot<R> | undefined {
    return this.members.get(id) ?? this.#others.get(id);
  }

  #store(slot: Slot<R>): Slot<R> {
    this.#others.set(slot.entry.id, slot);
    if (this.#others.size > this.#limit) this.#dropIdle();
    return slot;
  }

  #dropIdle(): void {
    const idle = [...this.#others].filter(([, slot]) => !slot.isWatched && !hasContent(slot.entry));
    for (const [id] of idle.slice(0, -IDLE_SLOTS)) this.#others.delete(id);
    // The next search waits until the number has doubled, so that it costs little for each new slot.
    this.#limit = 2 * this.#others.size;
  }
}

/** Whether dropping the entry would lose information. */
function hasContent<R>({ record, fetching, error }: Entry<R>): boolean {
  return record !== undefined || fetching || error !== undefined;
}

/** A view of a value that is computed from one entry. */
export class SlotView<R, T> extends TopicView<T> {
  readonly #slots: Slots<R>;
  #slot: Slot<R>;
  readonly #project: (entry: Entry<R>) => T;

  constructor(commits: Commits, slots: Slots<R>, slot: Slot<R>, project: (entry: Entry<R>) => T) {
    super(commits);
    this.#slots = slots;
    this.#slot = slot;
    this.#project = project;
  }

  get value(): T {
    return this.#project(this.#current.entry);
  }

  get topic(): Topic {
    return this.#current;
  }

  override onWatched(isWatched: boolean): void {
    this.#slots.onWatched(isWatched, this.#slot.entry.id);
  }

  /** The store may have dropped the slot and created another slot for the same id. */
  get #current(): Slot<R> {
    return (this.#slot = this.#slots.current(this.#slot));
  }
}
