import { Subscription, type Observer } from 'rxjs';
import type { Guard } from './guard.js';
import type { Listener, Topic } from './topic.js';

/** What a leaf reads. */
export interface Readable<T> {
  readonly value: T;
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
  readonly #topic: Topic;
  readonly #guard: Guard;
  readonly #observer: Partial<Observer<T>>;
  #said: T | typeof NOTHING = NOTHING;

  constructor(view: Readable<T>, topic: Topic, guard: Guard, observer: Partial<Observer<T>>) {
    super();
    this.#view = view;
    this.#topic = topic;
    this.#guard = guard;
    this.#observer = observer;
    topic.add(this);
  }

  wake(): void {
    // It may have left while its topic was walked.
    if (this.closed) return;
    try {
      const value = this.#view.value;
      if (Object.is(value, this.#said)) return;
      this.#said = value;
      this.#observer.next?.(value);
    } catch (error) {
      this.#guard.report(error);
    }
  }

  end(): void {
    if (this.closed) return;
    this.unsubscribe();
    this.#guard.run(() => this.#observer.complete?.());
  }

  override unsubscribe(): void {
    if (this.closed) return;
    this.#topic.remove(this);
    super.unsubscribe();
  }
}
