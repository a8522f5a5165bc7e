import type { Observable } from 'rxjs';

/**
 * A value that changes, and the one thing that every binding consumes: an RxJS Observable that also has its current
 * `value`, can be read with `for await`, and is a store to Svelte and an observable to everything that knows
 * `Symbol.observable`.
 *
 * - `value` keeps its reference until it changes.
 * - A subscriber gets the current value at once, synchronously, then every change, each once. What changed in one
 *   commit is seen whole: every other view shows it too.
 * - It never errors. It completes when the fleet is disposed of. A subscriber that throws harms nobody: what it
 *   throws goes to the fleet's `onError`, also from the end of a `pipe`.
 * - A second function given to `subscribe`, anonymous and without parameters, is the `invalidate` of Svelte's store
 *   contract: it is called for each new value, and the value follows after all views of the commit were told. It takes
 *   the place of RxJS's deprecated error callback, which a view would never call.
 * - `for await` gives the current value, then the latest one each time it is asked: a slow loop skips what it missed.
 *   Leaving the loop unsubscribes.
 * - Nobody looks, no cost: a view without subscribers computes nothing.
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
  /** What it is now. */
  readonly value: T;
}
