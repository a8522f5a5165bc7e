import { untrack } from 'svelte';
import { createSubscriber } from 'svelte/reactivity';
import { isNews } from '../is-news.js';
import type { Readable } from '../readable.js';
import { valueOf, type MaybeGetter } from './maybe-getter.js';

/** A value that changes. Read in an effect, in a `$derived` or in a template, `current` is state. */
export interface Current<T> {
  readonly current: T;
}

/**
 * What a view shows, as `current`. An effect that reads it runs again when it changes, and at no other time. It subscribes
 * while some effect reads it; a server reads the value and subscribes to nothing.
 *
 * @param view may be a function: when that gives another view, `current` is that one's at once
 * @param selector makes something else of the value: effects then run again when that changes. It must be pure. It runs
 *   whenever `current` is read, so state that it reads counts
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 * @example
 * ```svelte
 * <script lang="ts">
 *   const count = useView(useFleet().databases.tracked, (ids) => ids.length);
 * </script>
 *
 * <p>{count.current} databases</p>
 * ```
 */
export function useView<T>(view: MaybeGetter<Readable<T>>): Current<T>;
export function useView<T, Selected>(
  view: MaybeGetter<Readable<T>>,
  selector: ((value: T) => Selected) | undefined,
  equals?: (a: Selected, b: Selected) => boolean,
): Current<Selected>;
export function useView<T>(
  view: MaybeGetter<Readable<T>>,
  selector: (value: T) => unknown = itself,
  equals: (a: unknown, b: unknown) => boolean = Object.is,
): Current<unknown> {
  let subscribed: { readonly to: Readable<T>; readonly subscribe: () => void } | undefined;
  let kept: { readonly selection: unknown } | undefined;
  const isChange = (before: T, now: T): boolean =>
    !Object.is(before, now) && isNews(() => untrack(() => !equals(selector(before), selector(now))));
  return {
    get current() {
      const now = valueOf(view);
      if (subscribed?.to !== now) subscribed = { to: now, subscribe: createSubscriber(changesOf(now, isChange)) };
      subscribed.subscribe();
      const selection = selector(now.value);
      if (kept === undefined || !equals(kept.selection, selection)) kept = { selection };
      return kept.selection;
    },
  };
}

/**
 * What has Svelte run effects again. The selections of two values are compared by what the selector makes of both now:
 * what an effect has seen last may be of other state that the selector reads, and the effect runs again for that anyway.
 */
function changesOf<T>(view: Readable<T>, isChange: (before: T, now: T) => boolean): (update: () => void) => () => void {
  return (update) => {
    let before = view.value;
    const subscription = view.subscribe((now) => {
      const changed = isChange(before, now);
      before = now;
      if (changed) update();
    });
    return () => subscription.unsubscribe();
  };
}

function itself<T>(value: T): T {
  return value;
}
