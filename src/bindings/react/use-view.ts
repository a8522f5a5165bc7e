import { useCallback, useDebugValue, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { HookFramework } from '../hooks.js';
import type { Readable } from '../readable.js';
import { memoizedSelector, readSelection, type ResultOf, type SelectOptions } from '../selection.js';
import { useFleet } from './fleet-provider.js';

/**
 * Returns the value of a view. The component renders again only when the value changes.
 *
 * - With `select`, the component renders again only when the selection changes. It may be a new function at each render.
 * - A concurrent render never shows two values of one view.
 * - On a server, the hook reads the value and does not subscribe.
 *
 * @param view must be the same object at each render, such as `fleet.databases.record(id)`. Create other views in `useMemo`
 * @example
 * const count = useView(useFleet().databases.tracked, { select: (ids) => ids.length });
 */
export function useView<T, Selected = T>(view: Readable<T>, options?: SelectOptions<T, Selected>): ResultOf<Selected> {
  const { select, equals } = readSelection(options);
  const subscribe = useCallback(
    (onChange: () => void) => {
      const subscription = view.subscribe(onChange);
      return () => subscription.unsubscribe();
    },
    [view],
  );
  const read = useMemo(() => memoizedSelector(view, select, equals), [view, select, equals]);
  const current = useSyncExternalStore(subscribe, read, read);
  // The selection of a new selector may be equal to the rendered selection.
  const rendered = useRef<readonly [Selected]>([current]);
  const [previous] = rendered.current;
  const selection = equals(previous, current) ? previous : current;
  useEffect(() => void (rendered.current = [selection]), [selection]);
  return selection as ResultOf<Selected>;
}

export const framework: HookFramework = { useFleet, useMemo, useEffect, useDebugValue, useView };
