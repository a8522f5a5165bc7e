import { readable, writable, type Readable as SvelteReadable } from 'svelte/store';
import { afterViews, type Readable } from '../readable.js';

/**
 * Creates a Svelte store from a view, for `$store`, `get` and `derived`. The stores of a commit change together: `derived`
 * runs once for each commit, even over several stores, and over `derived` stores of one store.
 *
 * An error that a subscriber throws goes to the fleet's `onError`, as for a view. It does not affect other subscribers.
 *
 * @example
 * ```ts
 * const tracked = toReadable(fleet.databases.tracked);
 * const count = derived(tracked, (ids) => ids.length);
 * ```
 */
export function toReadable<T>(view: Readable<T>): SvelteReadable<T> {
  const store = readable(view.value, (set) => {
    let isStarted = false;
    const subscription = view.subscribe((value) => {
      // The first value must be set within `subscribe`.
      if (!isStarted) return set(value);
      changes.push(() => set(value));
      afterViews(view, applyChanges);
    });
    isStarted = true;
    return () => subscription.unsubscribe();
  });
  return {
    subscribe(run, invalidate) {
      let isStarted = false;
      function runGuarded(value: T): void {
        if (!isStarted) return run(value);
        try {
          run(value);
        } catch (error) {
          // After an error, Svelte would never notify any subscriber again.
          afterViews(view, () => {
            throw error;
          });
        }
      }
      const unsubscribe = store.subscribe(runGuarded, invalidate);
      isStarted = true;
      return unsubscribe;
    },
  };
}

const changes: (() => void)[] = [];

/** Sets the stores of a commit after all views have changed, and before a subscriber of these stores is notified. */
function applyChanges(): void {
  // While Svelte notifies a subscriber, it delays the notifications of stores that the subscriber sets.
  const commit = writable<readonly (() => void)[]>([]);
  const stop = commit.subscribe((sets) => sets.forEach((each) => each()));
  commit.set(changes.splice(0));
  stop();
}
