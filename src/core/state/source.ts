import type { Commits } from './commits.js';
import { TopicView } from './topic-view.js';
import { Topic } from './topic.js';
import type { View } from './view.js';

/** A view, and the means to say that it changed. */
export interface Source<T> {
  readonly view: View<T>;
  /** Says, inside a change, that the view may show something else now. */
  changed(): void;
  /** Ends all subscriptions. */
  complete(): void;
}

export interface SourceOptions<T> {
  /** What the view shows. It must give the same reference until it changes. */
  readonly read: () => T;
  /** Called when the first subscriber comes and when the last one leaves. */
  readonly onWatched?: ((isWatched: boolean) => void) | undefined;
}

/** Makes a view over anything that can be read. */
export function createSource<T>(commits: Commits, { read, onWatched }: SourceOptions<T>): Source<T> {
  const topic = new Topic();
  const view = new SourceView(commits, topic, read, onWatched);
  return { view, changed: () => commits.touch(topic), complete: () => topic.end() };
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
