import type { Readable as SvelteReadable } from 'svelte/store';
import type { Readable } from '../readable.js';

/**
 * Makes a store of Svelte from a view, for `$store`, `get` and `derived`. A view is a store at run time, but not by its
 * type: `subscribe` of an Observable returns an object. `derived` over several views runs once for each commit, after
 * all of them have changed.
 *
 * @example
 * ```ts
 * const tracked = toReadable(fleet.databases.tracked);
 * const count = derived(tracked, (ids) => ids.length);
 * ```
 */
export function toReadable<T>(view: Readable<T>): SvelteReadable<T> {
  return {
    subscribe(run, invalidate) {
      // A view knows `invalidate` by its form: a function without a name and parameters.
      const subscription = invalidate === undefined ? view.subscribe(run) : view.subscribe(run, () => invalidate());
      return () => subscription.unsubscribe();
    },
  };
}
