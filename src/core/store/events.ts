import { Observable, type Subscriber } from 'rxjs';
import { asyncValues } from './async-values.js';
import type { Commits } from './commits.js';
import type { Guard } from './guard.js';
import { GuardedObservable } from './guarded-observable.js';

/** Wraps a source as an Observable that guards its subscribers. `for await` reads every event. */
export class EventStream<T> extends GuardedObservable<T> implements AsyncIterable<T> {
  constructor(guard: Guard, source: Observable<T>) {
    super(guard);
    this.source = source;
  }

  [Symbol.asyncIterator](): AsyncIterator<T> {
    return asyncValues((next, complete) => this.subscribe({ next, complete }), 'all');
  }
}

/**
 * Emits the events of two streams, and completes when both have completed. RxJS's `merge` accepts every kind of input,
 * which would add 600 bytes to the bundle.
 */
export function mergeStreams<T>(first: Observable<T>, second: Observable<T>): Observable<T> {
  return new Observable((subscriber) => {
    let openCount = 2;
    const observer = {
      next: (value: T) => subscriber.next(value),
      error: (error: unknown) => subscriber.error(error),
      complete() {
        openCount -= 1;
        if (openCount === 0) subscriber.complete();
      },
    };
    subscriber.add(first.subscribe(observer));
    subscriber.add(second.subscribe(observer));
  });
}

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
