import { Observable, type Subscriber } from 'rxjs';
import { asyncValues } from './async-values.js';
import type { Commits } from './commits.js';
import { GuardedObservable } from './guarded-observable.js';

/** An Observable that guards its subscribers. `for await` reads every event. */
export class EventStream<T> extends GuardedObservable<T> implements AsyncIterable<T> {
  [Symbol.asyncIterator](): AsyncIterator<T> {
    return asyncValues((next, complete) => this.subscribe({ next, complete }), 'all');
  }
}

/** A stream of events that is synchronized with the commits. RxJS's Subject would add 700 bytes to the bundle. */
export class Events<T> {
  readonly stream: EventStream<T>;
  readonly #commits: Commits;
  readonly #listeners = new Set<Subscriber<T>>();

  constructor(commits: Commits) {
    this.#commits = commits;
    this.stream = new EventStream(commits.guard, new Observable((listener) => this.#listen(listener)));
    commits.ends.add(this);
  }

  get isObserved(): boolean {
    return this.#listeners.size > 0;
  }

  /** Emits an event after the views of the running commit. Without a listener, it is dropped at once. */
  emit(event: T): void {
    if (!this.isObserved) return;
    // A copy, so that a listener that is added meanwhile starts with the next event.
    this.#commits.afterCommit(() => [...this.#listeners].forEach((listener) => listener.next(event)));
  }

  end(): void {
    // Teardowns that users added may throw.
    for (const listener of this.#listeners) this.#commits.guard.run(() => listener.complete());
  }

  #listen(listener: Subscriber<T>): (() => void) | void {
    this.#commits.onSubscribe();
    if (this.#commits.isDisposed) return listener.complete();
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
