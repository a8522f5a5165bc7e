import { Observable, type Subscriber } from 'rxjs';
import type { Commits } from './commits.js';
import { EventStream } from './event-stream.js';

/** Things that happen, in step with the commits. */
export interface Events<T> {
  /** Every event, each once, from the moment of subscribing; `for await` keeps those that the loop has not read yet. */
  readonly stream: Observable<T> & AsyncIterable<T>;
  /** Whether anybody listens. */
  readonly isObserved: boolean;
  /** Tells those who listen after the views of the running commit were told. */
  emit(event: T): void;
  complete(): void;
}

/** RxJS's Subject would be 700 bytes of every page. */
export function createEvents<T>(commits: Commits): Events<T> {
  const listeners = new Set<Subscriber<T>>();
  let isComplete = false;

  function listen(listener: Subscriber<T>): (() => void) | void {
    commits.onInterest();
    if (isComplete) return listener.complete();
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return {
    stream: new EventStream(commits.guard, new Observable(listen)),
    get isObserved() {
      return listeners.size > 0;
    },
    // Who comes while it is told hears of the next one first.
    emit: (event) => commits.afterwards(() => [...listeners].forEach((listener) => listener.next(event))),
    complete() {
      isComplete = true;
      for (const listener of listeners) listener.complete();
    },
  };
}
