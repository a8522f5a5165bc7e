import type { Commits } from './commits.js';
import type { Entry } from './entry.js';
import type { Slot } from './slot.js';
import type { Slots } from './slots.js';
import { TopicView } from './topic-view.js';
import type { Topic } from './topic.js';

/** A view of what one entry comes to. */
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
    this.#slots.watch(this.#slot, isWatched);
  }

  /** Slots come and go. The one that it has stays while it can, so that what it shows keeps its reference. */
  get #current(): Slot<R> {
    return (this.#slot = this.#slots.current(this.#slot));
  }
}
