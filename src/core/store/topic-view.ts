import { Subscription } from 'rxjs';
import { asyncValues } from './async-values.js';
import type { Commits } from './commits.js';
import {
  GuardedObservable,
  isSubscriber,
  toObserver,
  type ObserverMethods,
  type ObserverOrNext,
} from './guarded-observable.js';
import type { Listener, Topic } from './topic.js';
import type { View } from './view.js';

/** A view over one topic. Subclasses supply the value and the topic. */
export abstract class TopicView<T> extends GuardedObservable<T> implements View<T> {
  readonly #commits: Commits;

  constructor(commits: Commits) {
    super(commits.guard);
    this.#commits = commits;
  }

  get commits(): Commits {
    return this.#commits;
  }

  /** Must keep its reference until it changes. */
  abstract get value(): T;

  /** Must stay the same topic while the view has subscribers. */
  abstract get topic(): Topic;

  abstract onWatched(isWatched: boolean): void;

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

/** `undefined` can be the value of a view. */
const NOTHING = Symbol('nothing');

/** RxJS subscription, observer and topic listener in one object: RxJS's own constructors take several times the memory. */
class ViewSubscription<T> extends Subscription implements Listener {
  readonly #view: TopicView<T>;
  readonly #observer: ObserverMethods<T> | ((value: T) => void);
  #lastValue: T | typeof NOTHING = NOTHING;

  constructor(view: TopicView<T>, observer: ObserverMethods<T> | ((value: T) => void)) {
    super();
    this.#view = view;
    this.#observer = observer;
    if (view.topic.add(this)) view.onWatched(true);
  }

  notify(): void {
    // An earlier listener may have closed this subscription.
    if (this.closed) return;
    const { guard } = this.#view;
    try {
      const { value } = this.#view;
      if (Object.is(value, this.#lastValue)) return;
      this.#lastValue = value;
      const observer = this.#observer;
      guard.reportRejection(typeof observer === 'function' ? observer(value) : observer.next?.(value));
    } catch (error) {
      guard.report(error);
    }
  }

  end(): void {
    if (this.closed) return;
    const { guard } = this.#view;
    const observer = this.#observer;
    // Teardowns that users added may throw.
    guard.run(() => this.unsubscribe());
    guard.run(() => typeof observer === 'object' && observer.complete?.());
  }

  override unsubscribe(): void {
    if (this.closed) return;
    if (this.#view.topic.remove(this)) this.#view.onWatched(false);
    super.unsubscribe();
  }
}
