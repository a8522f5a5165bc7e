import type { Subscription } from 'rxjs';
import { asyncValues } from './async-values.js';
import type { Commits } from './commits.js';
import { GuardedObservable, isSubscriber, toObserver, type ObserverOrNext } from './guarded-observable.js';
import { ViewSubscription } from './view-subscription.js';
import type { Topic } from './topic.js';
import type { View } from './view.js';

/** A view over one topic. Subclasses supply the value and the topic. */
export abstract class TopicView<T> extends GuardedObservable<T> implements View<T> {
  readonly #commits: Commits;

  constructor(commits: Commits) {
    super(commits.guard);
    this.#commits = commits;
  }

  /** The commits of the view's fleet. */
  get commits(): Commits {
    return this.#commits;
  }

  /** Must keep its reference until it changes. */
  abstract get value(): T;

  /** Must stay the same topic while the view has subscribers. */
  abstract get topic(): Topic;

  /** Called when the topic gets its first listener and when it loses its last listener. */
  onWatched(_isWatched: boolean): void {}

  override subscribe(
    observerOrNext?: ObserverOrNext<T>,
    error?: ((error: unknown) => void) | null,
    complete?: (() => void) | null,
  ): Subscription {
    // A view never errors, so the error callback is dropped.
    const isNext = typeof observerOrNext === 'function' && !complete;
    const observer = isNext ? observerOrNext : toObserver(observerOrNext, error, complete);
    const subscription = new ViewSubscription(this, observer);
    // An operator's subscriber has to unsubscribe this subscription too, even if it ends with the first value.
    const isOperator = isSubscriber(observerOrNext);
    if (isOperator) observerOrNext.add(subscription);
    this.#commits.emitCurrent(subscription);
    if (this.#commits.isDisposed) subscription.end();
    return isOperator ? observerOrNext : subscription;
  }

  [Symbol.asyncIterator](): AsyncIterator<T> {
    return asyncValues((next, complete) => this.subscribe({ next, complete }), 'latest');
  }
}
