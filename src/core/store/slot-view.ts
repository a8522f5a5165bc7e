import type { Commits } from './commits.js';
import type { Entry } from './entry.js';
import type { Slot, Slots } from './slots.js';
import { TopicView } from './topic-view.js';
import type { Topic } from './topic.js';

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

  /** The store may have dropped the slot and created a new one for the same id. */
  get #current(): Slot<R> {
    return (this.#slot = this.#slots.current(this.#slot));
  }
}
