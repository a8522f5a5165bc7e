import { Subscription, type Observer } from 'rxjs';
import type { Guard } from './guard.js';
import type { Listener, Topic } from './topic.js';

/** The part of a view that its subscriptions use. */
export interface SubscribableView<T> {
  readonly value: T;
  readonly guard: Guard;
  /** Notifies of changes of the value. The same topic as long as it has listeners. */
  readonly topic: Topic;
  /** Called when the topic gets its first listener and when it loses its last listener. */
  onWatched(isWatched: boolean): void;
}

/** Stands for no value, since `undefined` can be the value of a view. */
const NOTHING = Symbol('nothing');

/**
 * One subscription to a view: RxJS subscription, observer and topic listener in a single object, because RxJS's own
 * constructors take several times the memory. It keeps the last emitted value, so that it emits each value once.
 */
export class ViewSubscription<T> extends Subscription implements Listener {
  before: Listener | undefined;
  after: Listener | undefined;
  readonly #view: SubscribableView<T>;
  readonly #observer: Partial<Observer<T>> | ((value: T) => void);
  #lastValue: T | typeof NOTHING = NOTHING;

  constructor(view: SubscribableView<T>, observer: Partial<Observer<T>> | ((value: T) => void)) {
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
