import type { Commits } from './commits.js';
import type { Entry } from './entry.js';
import type { Slots } from './slots.js';
import { TopicView } from './topic-view.js';
import type { Topic } from './topic.js';

/** A view of what one entry comes to. It holds the id, not the slot: that comes and goes. */
export class SlotView<R, T> extends TopicView<T> {
  readonly #slots: Slots<R>;
  readonly #id: string;
  readonly #project: (entry: Entry<R>) => T;

  constructor(commits: Commits, slots: Slots<R>, id: string, project: (entry: Entry<R>) => T) {
    super(commits);
    this.#slots = slots;
    this.#id = id;
    this.#project = project;
  }

  get value(): T {
    return this.#project(this.#slots.get(this.#id).entry);
  }

  protected get topic(): Topic {
    return this.#slots.get(this.#id);
  }
}
