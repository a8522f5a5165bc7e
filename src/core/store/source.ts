import type { Commits } from './commits.js';
import { TopicView } from './topic-view.js';
import { Topic } from './topic.js';
import type { View } from './view.js';

export interface Source<T> {
  readonly view: View<T>;
  /** To be called inside a change of a commit. */
  changed(): void;
}

/**
 * Makes a view of a value that other code holds. That code calls `changed` when the value may have changed.
 *
 * @param read must return the same reference until the value changes
 * @param onWatched called when the view gets its first subscriber, and when it loses its last one
 */
export function createSource<T>(
  commits: Commits,
  read: () => T,
  onWatched: (isWatched: boolean) => void = () => {},
): Source<T> {
  const view = new SourceView(commits, read, onWatched);
  const { topic } = view;
  return { view, changed: () => commits.invalidate(topic) };
}

class SourceView<T> extends TopicView<T> {
  readonly topic = new Topic();
  readonly #read: () => T;
  readonly #onWatched: (isWatched: boolean) => void;

  constructor(commits: Commits, read: () => T, onWatched: (isWatched: boolean) => void) {
    super(commits);
    this.#read = read;
    this.#onWatched = onWatched;
  }

  get value(): T {
    return this.#read();
  }

  override onWatched(isWatched: boolean): void {
    this.commits.ends[isWatched ? 'add' : 'delete'](this.topic);
    this.#onWatched(isWatched);
  }
}
