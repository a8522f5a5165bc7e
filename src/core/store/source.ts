import type { Commits } from './commits.js';
import { TopicView } from './topic-view.js';
import { Topic } from './topic.js';
import type { View } from './view.js';

export interface Source<T> {
  readonly view: View<T>;
  /** To be called inside a change of a commit. */
  changed(): void;
  complete(): void;
}

export interface SourceOptions<T> {
  /** Must return the same reference until the value changes. */
  readonly read: () => T;
  /** The view got its first subscriber, or lost its last one. */
  readonly onWatched?: ((isWatched: boolean) => void) | undefined;
}

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
