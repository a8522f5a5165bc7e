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

export type Events<T> = ReturnType<typeof createEvents<T>>;

/** Makes a stream of events that is synchronized with the commits. RxJS's Subject would add 700 bytes to the bundle. */
export function createEvents<T>(commits: Commits) {
  const listeners = new Set<Subscriber<T>>();
  let isComplete = false;

  function listen(listener: Subscriber<T>): (() => void) | void {
    commits.onSubscribe();
    if (isComplete) return listener.complete();
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return {
    stream: new EventStream<T>(commits.guard, new Observable(listen)),
    get isObserved(): boolean {
      return listeners.size > 0;
    },
    /** Emits an event after the views of the running commit. Without a listener, it is dropped at once. */
    emit(event: T): void {
      if (listeners.size === 0) return;
      // A copy, so that a listener that is added meanwhile starts with the next event.
      commits.afterCommit(() => [...listeners].forEach((listener) => listener.next(event)));
    },
    complete(): void {
      isComplete = true;
      for (const listener of listeners) listener.complete();
    },
  };
}
