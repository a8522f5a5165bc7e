import type { Observable } from 'rxjs';
import type { Entry } from './entry.js';

/**
 * A value that changes over time: an RxJS Observable that also has its current `value`. It is also an async iterable, a
 * Svelte store, and an observable for libraries that use `Symbol.observable`.
 *
 * - `value` is synchronous and keeps its reference until it changes.
 * - A subscriber gets the current value synchronously, then each new value once. When a subscriber is notified of a
 *   commit, every other view already shows the new state.
 * - A view never errors. It completes when the fleet is disposed.
 * - An error that a subscriber throws goes to the fleet's `onError`, and affects no other subscriber.
 * - `for await` yields the current value, then the latest value at each step. A slow loop skips intermediate values.
 * - A view without subscribers computes nothing until its `value` is read.
 *
 * @example
 * ```ts
 * const state = fleet.databases.field(id, 'state');
 * console.log(state.value);
 * const subscription = state.subscribe((now) => console.log(now));
 * subscription.unsubscribe();
 * ```
 */
export interface View<T> extends Observable<T>, AsyncIterable<T> {
  /** The current value. */
  readonly value: T;
}

/** The views of a store. */
export interface EntityViews<R extends object> {
  /** The record with its status, error and times. Emits after every answer, since an answer confirms it. */
  entry(id: string): View<Entry<R>>;
  /** The record alone. Emits only when the record changes, not when an answer is equal to it. */
  record(id: string): View<R | undefined>;
  /** One field of the record. Emits only when this field changes. */
  field<Field extends keyof R & string>(id: string, field: Field): View<R[Field] | undefined>;
  /**
   * The result of a function of the record.
   *
   * @param selector Called only after the record changed. It must be pure.
   * @param equals If the previous and the new result are equal, the view does not emit. @default Object.is
   */
  select<Selected>(
    id: string,
    selector: (record: R | undefined) => Selected,
    equals?: (a: Selected, b: Selected) => boolean,
  ): View<Selected>;
  /** The records of all members, in the order in which the members were added. */
  readonly all: View<readonly R[]>;
  /** The ids of all members, in the order in which the members were added. */
  readonly ids: View<readonly string[]>;
}
