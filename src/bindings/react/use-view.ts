import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { Readable } from '../readable.js';
import { selected } from '../selected.js';

/**
 * What a view shows. The component renders again when that changes, and at no other time.
 *
 * - With a selector, when what it makes of the value changes. It may be a new function at each render; it must be pure.
 * - Concurrent rendering never shows two values of one view at once. On a server it reads the value and subscribes to
 *   nothing.
 *
 * @param view the same one at each render, such as `fleet.databases.record(id)`; keep one that you make in `useMemo`
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 * @example
 * ```tsx
 * const count = useView(useFleet().databases.tracked, (ids) => ids.length);
 * ```
 */
export function useView<T>(view: Readable<T>): T;
export function useView<T, Selected>(
  view: Readable<T>,
  selector: ((value: T) => Selected) | undefined,
  equals?: (a: Selected, b: Selected) => boolean,
): Selected;
export function useView<T>(
  view: Readable<T>,
  selector: (value: T) => unknown = itself,
  equals: (a: unknown, b: unknown) => boolean = Object.is,
): unknown {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const subscription = view.subscribe(onChange);
      return () => subscription.unsubscribe();
    },
    [view],
  );
  const read = useMemo(() => selected(view, selector, equals), [view, selector, equals]);
  const now = useSyncExternalStore(subscribe, read, read);
  // A new selector selects anew: what it gives may be equal to what is shown.
  const shown = useRef([now]);
  const [before] = shown.current;
  const selection = equals(before, now) ? before : now;
  useEffect(() => void (shown.current = [selection]), [selection]);
  return selection;
}

function itself<T>(value: T): T {
  return value;
}
