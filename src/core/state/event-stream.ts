import type { Observable } from 'rxjs';
import { asyncValues } from './async-values.js';
import type { Guard } from './guard.js';
import { GuardedObservable } from './guarded-observable.js';

/** Whatever a source tells, as an Observable that guards its subscribers and that `for await` reads, skipping nothing. */
export class EventStream<T> extends GuardedObservable<T> implements AsyncIterable<T> {
  constructor(guard: Guard, source: Observable<T>) {
    super(guard);
    this.source = source;
  }

  [Symbol.asyncIterator](): AsyncIterator<T> {
    return asyncValues((next, complete) => this.subscribe({ next, complete }), 'all');
  }
}
