import { untrack } from 'svelte';
import { createSubscriber } from 'svelte/reactivity';
import { readSource } from '../answer.js';
import type { Readable } from '../readable.js';
import { isChange, readSelection, type ResultOf, type SelectOptions } from '../selection.js';

/** A value, or a function that returns the value. Svelte tracks the state that the function reads. */
export type MaybeGetter<T> = T | (() => T);

/** A value that changes. `current` is state: effects, `$derived` and templates that read it are updated. */
export interface Current<T> {
  readonly current: T;
}

/**
 * Returns the value of a view in `current`. An effect that reads `current` runs again only when the value changes.
 *
 * - The view has a subscription while an effect reads `current`.
 * - On a server, `current` is the value of the view, without a subscription.
 *
 * @param view a view, or a function that returns a view. When it returns another view, `current` changes at once
 * @example
 * ```svelte
 * <script lang="ts">
 *   const count = useView(useFleet().databases.tracked, { select: (ids) => ids.length });
 * </script>
 *
 * <p>{count.current} databases</p>
 * ```
 */
export function useView<T, Selected = T>(
  view: MaybeGetter<Readable<T>>,
  options?: SelectOptions<T, Selected>,
): Current<ResultOf<Selected>> {
  const { select, equals } = readSelection(options);
  let subscribed: { readonly to: Readable<T>; readonly subscribe: () => void } | undefined;
  let last: { readonly selection: Selected } | undefined;
  // Selects from both values with the current state. An effect may have read a selection from older state, but Svelte
  // runs the effect again when the state changes.
  const changesSelection = (previous: T, next: T): boolean =>
    !Object.is(previous, next) && isChange(() => untrack(() => !equals(select(previous), select(next))));
  const subscriberOf = (followed: Readable<T>): (() => void) =>
    createSubscriber((update) => {
      let previous = followed.value;
      const subscription = followed.subscribe((next) => {
        const changed = changesSelection(previous, next);
        previous = next;
        if (changed) update();
      });
      return () => subscription.unsubscribe();
    });
  return {
    get current() {
      const currentView = readSource(view);
      if (subscribed?.to !== currentView) subscribed = { to: currentView, subscribe: subscriberOf(currentView) };
      subscribed.subscribe();
      const selection = select(currentView.value);
      if (last === undefined || !equals(last.selection, selection)) last = { selection };
      return last.selection as ResultOf<Selected>;
    },
  };
}
