import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { View } from '../../core/state/view.js';

/** Draws again whenever a view changes. @param view the same one each time, or it is subscribed to anew */
export function useView<T>(view: View<T>): T {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const subscription = view.subscribe(onChange);
      return () => subscription.unsubscribe();
    },
    [view],
  );
  return useSyncExternalStore(subscribe, () => view.value);
}

/** The same for several views. @param views the same array each time */
export function useViews<T>(views: readonly View<T>[]): readonly T[] {
  const shown = useRef<readonly T[]>([]);
  const subscribe = useCallback(
    (onChange: () => void) => {
      const subscriptions = views.map((view) => view.subscribe(onChange));
      return () => subscriptions.forEach((subscription) => subscription.unsubscribe());
    },
    [views],
  );
  return useSyncExternalStore(subscribe, () => {
    const values = views.map(({ value }) => value);
    const isSame =
      values.length === shown.current.length && values.every((value, at) => Object.is(value, shown.current[at]));
    // React asks again and again, and takes another array for another value.
    if (!isSame) shown.current = values;
    return shown.current;
  });
}
