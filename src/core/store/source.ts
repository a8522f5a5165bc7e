import type { Commits } from './commits.js';
import { TopicView } from './topic-view.js';
import { Topic } from './topic.js';
import type { View } from './view.js';

/** A view and the functions that control it. */
export interface Source<T> {
  readonly view: View<T>;
  /** Marks the value as changed. To be called inside a change of a commit. */
  changed(): void;
  /** Ends all subscriptions. */
  complete(): void;
}

export interface SourceOptions<T> {
  /** Returns the value of the view. Must return the same reference until the value changes. */
  readonly read: () => T;
  /** Called when the view gets its first subscriber and when it loses its last subscriber. */
  readonly onWatched?: ((isWatched: boolean) => void) | undefined;
}

/** Makes a view over a function that reads its value. */
export function createSource<T>(commits: Commits, { read, onWatched }: SourceOptions<T>): Source<T> {
  const topic = new Topic();
  const view = new SourceView(commits, topic, read, onWatched);
  return { view, changed: () => commits.invalidate(topic), complete: () => topic.end() };
}

class SourceView<T> extends TopicView<T> {
  readonly topic: Topic;
  readonly #read: () => T;
  readonly #onWatched: SourceOptions<T>['onWatched'];

  constructor(commits: Commits, topic: Topic, read: () => T, onWatched: SourceOptions<T>['onWatched']) {
    super(commits);
    this.topic = topic;
    this.#read = read;
    this.#onWatched = onWatched;
  }

  get value(): T {
    return this.#read();
  }

  override onWatched(isWatched: boolean): void {
    this.#onWatched?.(isWatched);
  }
}
