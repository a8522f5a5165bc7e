import type { Readable as SvelteReadable } from 'svelte/store';
import type { Readable } from '../readable.js';

/**
 * A view as a store of Svelte, for `$store`, `get` and `derived`. A view is one at run time; its type says otherwise,
 * since what `subscribe` of an Observable gives is an object.
 *
 * @example
 * ```ts
 * const tracked = toReadable(fleet.databases.tracked);
 * const count = derived(tracked, (ids) => ids.length);
 * ```
 */
export function toReadable<T>(view: Readable<T>): SvelteReadable<T> {
  return {
    subscribe(run) {
      const subscription = view.subscribe(run);
      return () => subscription.unsubscribe();
    },
  };
}
