import { untrack } from 'svelte';
import { createSubscriber } from 'svelte/reactivity';
import { readSource } from '../answer.js';
import type { Readable } from '../readable.js';
import { identity, isChange, type ResultOf } from '../selection.js';

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
 * @param selector derives a selection; effects then run again when the selection changes. The selector must be pure. It
 *   runs at each read of `current`, so Svelte tracks the state that it reads
 * @param equals keeps the last selection while the new selection is equal. @default Object.is
 * @example
 * ```svelte
 * <script lang="ts">
 *   const count = useView(useFleet().databases.tracked, (ids) => ids.length);
 * </script>
 *
 * <p>{count.current} databases</p>
 * ```
 */
export function useView<T, Selected = T>(
  view: MaybeGetter<Readable<T>>,
  selector: (value: T) => Selected = identity,
  equals: (a: Selected, b: Selected) => boolean = Object.is,
): Current<ResultOf<Selected>> {
  let subscribed: { readonly to: Readable<T>; readonly subscribe: () => void } | undefined;
  let last: { readonly selection: Selected } | undefined;
  const changesSelection = (previous: T, next: T): boolean =>
    !Object.is(previous, next) && isChange(() => untrack(() => !equals(selector(previous), selector(next))));
  return {
    get current() {
      const currentView = readSource(view);
      if (subscribed?.to !== currentView) {
        subscribed = { to: currentView, subscribe: createSubscriber(changesOf(currentView, changesSelection)) };
      }
      subscribed.subscribe();
      const selection = selector(currentView.value);
      if (last === undefined || !equals(last.selection, selection)) last = { selection };
      return last.selection as ResultOf<Selected>;
    },
  };
}

/**
 * Calls `update` when a new value changes the selection. `isChanged` selects from both values with the present state. The
 * selection that an effect read may come from older state, but Svelte runs that effect again for the state.
 */
function changesOf<T>(
  view: Readable<T>,
  isChanged: (previous: T, next: T) => boolean,
): (update: () => void) => () => void {
  return (update) => {
    let previous = view.value;
    const subscription = view.subscribe((next) => {
      const changed = isChanged(previous, next);
      previous = next;
      if (changed) update();
    });
    return () => subscription.unsubscribe();
  };
}
