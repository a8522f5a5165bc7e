import type { Observer, Subscription } from 'rxjs';
import { asyncValues } from './async-values.js';
import type { Commits } from './commits.js';
import { GuardedObservable, isSubscriber, toObserver, type Subscribing } from './guarded-observable.js';
import { Leaf } from './leaf.js';
import { isInvalidate, toStoreObserver } from './store-observer.js';
import type { Topic } from './topic.js';
import type { View } from './view.js';

/** What Node, Deno and Bun print of an object. */
const INSPECT = Symbol.for('nodejs.util.inspect.custom');

/** A view over one topic. What it shows, and which topic tells of its changes, its subclasses say. */
export abstract class TopicView<T> extends GuardedObservable<T> implements View<T> {
  readonly #commits: Commits;

  constructor(commits: Commits) {
    super(commits.guard);
    this.#commits = commits;
  }

  /** What makes its changes, and those of all views of its fleet. */
  get commits(): Commits {
    return this.#commits;
  }

  /** Must keep its reference until it changes. */
  abstract get value(): T;

  /** The same for as long as anybody subscribes. */
  abstract get topic(): Topic;

  /** The first subscriber of its topic came, or the last one left. */
  onWatched(_isWatched: boolean): void {}

  override subscribe(
    observerOrNext?: Subscribing<T>,
    error?: ((error: unknown) => void) | null,
    complete?: (() => void) | null,
  ): Subscription {
    const leaf: Leaf<T> = new Leaf(
      this,
      this.#observerOf(observerOrNext, error, complete, () => leaf.closed),
    );
    // Operators hand over a subscriber that takes others along when it ends, which it may do with the first value.
    const isOperator = isSubscriber(observerOrNext);
    if (isOperator) observerOrNext.add(leaf);
    this.#commits.greet(leaf);
    if (this.#commits.isDisposed) leaf.end();
    return isOperator ? observerOrNext : leaf;
  }

  #observerOf(
    observerOrNext: Subscribing<T>,
    error: ((error: unknown) => void) | null | undefined,
    complete: (() => void) | null | undefined,
    isClosed: () => boolean,
  ): Partial<Observer<T>> | ((value: T) => void) {
    if (typeof observerOrNext !== 'function' || complete) return toObserver(observerOrNext, error, complete);
    if (!isInvalidate(error)) return observerOrNext;
    return toStoreObserver(this.#commits, { run: observerOrNext, invalidate: error, isClosed });
  }

  /** To JSON, and to those who print it, a view is what it shows. */
  toJSON(): T {
    return this.value;
  }

  [INSPECT](): object {
    return { value: this.value };
  }

  [Symbol.asyncIterator](): AsyncIterator<T> {
    return asyncValues((next, complete) => this.subscribe({ next, complete }), 'latest');
  }
}
