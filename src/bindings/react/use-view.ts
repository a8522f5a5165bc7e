import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { HookFramework } from '../hooks.js';
import type { Readable } from '../readable.js';
import { identity, memoizedSelector, type ResultOf } from '../selection.js';
import { useFleet } from './fleet-provider.js';

/**
 * Returns the value of a view. The component renders again only when the value changes.
 *
 * - With a selector, the component renders again only when the selection changes. The selector must be pure. It may be
 *   a new function at each render.
 * - A concurrent render never shows two values of one view.
 * - On a server, the hook reads the value and does not subscribe.
 *
 * @param view must be the same object at each render, such as `fleet.databases.record(id)`. Create other views in `useMemo`
 * @param selector derives a selection from the value
 * @param equals keeps the last selection while the new selection is equal. @default Object.is
 * @example
 * const count = useView(useFleet().databases.tracked, (ids) => ids.length);
 */
export function useView<T, Selected = T>(
  view: Readable<T>,
  selector: (value: T) => Selected = identity,
  equals: (a: Selected, b: Selected) => boolean = Object.is,
): ResultOf<Selected> {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const subscription = view.subscribe(onChange);
      return () => subscription.unsubscribe();
    },
    [view],
  );
  const read = useMemo(() => memoizedSelector(view, selector, equals), [view, selector, equals]);
  const current = useSyncExternalStore(subscribe, read, read);
  // The selection of a new selector may be equal to the rendered selection.
  const rendered = useRef<readonly [Selected]>([current]);
  const [previous] = rendered.current;
  const selection = equals(previous, current) ? previous : current;
  useEffect(() => void (rendered.current = [selection]), [selection]);
  return selection as ResultOf<Selected>;
}

export const framework: HookFramework = { useFleet, useMemo, useView };
