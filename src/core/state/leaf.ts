import { Subscription, type Observer } from 'rxjs';
import type { Guard } from './guard.js';
import type { Listener, Topic } from './topic.js';

/** What a leaf reads. */
export interface Readable<T> {
  readonly value: T;
  readonly guard: Guard;
  /** What tells of its changes: the same for as long as anybody listens. */
  readonly topic: Topic;
  /** The first subscriber came, or the last one left. */
  onWatched(isWatched: boolean): void;
}

/** No value at all; a view may well hold `undefined`. */
const NOTHING = Symbol('nothing');

/**
 * One subscription to a view, all in one object: a subscription through RxJS's own constructors costs several times
 * the memory. It remembers what it said last, and so says each value once, however often it is woken.
 */
export class Leaf<T> extends Subscription implements Listener {
  before: Listener | undefined;
  after: Listener | undefined;
  readonly #view: Readable<T>;
  readonly #observer: Partial<Observer<T>> | ((value: T) => void);
  #said: T | typeof NOTHING = NOTHING;

  constructor(view: Readable<T>, observer: Partial<Observer<T>> | ((value: T) => void)) {
    super();
    this.#view = view;
    this.#observer = observer;
    if (view.topic.add(this)) view.onWatched(true);
  }

  wake(): void {
    // It may have been closed while its topic was about to wake it.
    if (this.closed) return;
    const { guard } = this.#view;
    try {
      const { value } = this.#view;
      if (Object.is(value, this.#said)) return;
      this.#said = value;
      const observer = this.#observer;
      guard.watch(typeof observer === 'function' ? observer(value) : observer.next?.(value));
    } catch (error) {
      guard.report(error);
    }
  }

  end(): void {
    if (this.closed) return;
    const { guard } = this.#view;
    const observer = this.#observer;
    // Its teardown is the users' as well.
    guard.run(() => this.unsubscribe());
    guard.run(() => typeof observer === 'object' && observer.complete?.());
  }

  override unsubscribe(): void {
    if (this.closed) return;
    if (this.#view.topic.remove(this)) this.#view.onWatched(false);
    super.unsubscribe();
  }
}
