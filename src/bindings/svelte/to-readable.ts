import type { Readable as SvelteReadable } from 'svelte/store';
import type { Readable } from '../readable.js';

/**
 * Creates a Svelte store from a view, for `$store`, `get` and `derived`. The type of a view is not the type of a store,
 * since `subscribe` of an Observable returns an object. `derived` over several views runs once for each commit, after
 * all views have changed.
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
      // A view recognises `invalidate` by its form: a function without a name and without parameters.
      const subscription = invalidate === undefined ? view.subscribe(run) : view.subscribe(run, () => invalidate());
      return () => subscription.unsubscribe();
    },
  };
}
