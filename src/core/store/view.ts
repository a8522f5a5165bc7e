import type { Observable } from 'rxjs';

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
