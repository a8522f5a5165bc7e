import { Observable, type Subscriber } from 'rxjs';
import type { Commits } from './commits.js';
import { EventStream } from './event-stream.js';

/** A stream of events that is synchronized with the commits. */
export interface Events<T> {
  /** Emits every event after the subscription, each once. `for await` keeps the events that the loop has not read. */
  readonly stream: EventStream<T>;
  readonly isObserved: boolean;
  /** Emits an event after the views of the running commit have notified their subscribers. */
  emit(event: T): void;
  complete(): void;
}

/** Used instead of RxJS's Subject, which would add 700 bytes to the bundle. */
export function createEvents<T>(commits: Commits): Events<T> {
  const listeners = new Set<Subscriber<T>>();
  let isComplete = false;

  function listen(listener: Subscriber<T>): (() => void) | void {
    commits.onSubscribe();
    if (isComplete) return listener.complete();
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return {
    stream: new EventStream(commits.guard, new Observable(listen)),
    get isObserved() {
      return listeners.size > 0;
    },
    // A copy, so that a listener that is added meanwhile starts with the next event.
    emit: (event) => commits.afterCommit(() => [...listeners].forEach((listener) => listener.next(event))),
    complete() {
      isComplete = true;
      for (const listener of listeners) listener.complete();
    },
  };
}
