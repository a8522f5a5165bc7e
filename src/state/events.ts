import { Observable, Subject } from 'rxjs';
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

export function createEvents<T>(commits: Commits): Events<T> {
  const subject = new Subject<T>();
  return {
    stream: new EventStream(
      commits.guard,
      new Observable((subscriber) => {
        commits.onInterest();
        return subject.subscribe(subscriber);
      }),
    ),
    get isObserved() {
      return subject.observed;
    },
    emit: (event) => commits.afterwards(() => subject.next(event)),
    complete: () => subject.complete(),
  };
}
