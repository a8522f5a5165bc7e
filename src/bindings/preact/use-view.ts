import { useDebugValue, useEffect, useLayoutEffect, useMemo, useReducer, useRef } from 'preact/hooks';
import type { HookFramework } from '../hooks.js';
import type { Readable } from '../readable.js';
import { isChange, memoizedSelector, readSelection, type ResultOf, type SelectOptions } from '../selection.js';
import { useFleet } from './fleet-provider.js';

/**
 * Returns the value of a view. The component renders again only when the value changes.
 *
 * - With `select`, the component renders again only when the selection changes. It may be a new function at each render.
 * - On a server, the hook reads the value and does not subscribe.
 *
 * @param view must be the same object at each render, such as `fleet.databases.record(id)`. Create other views in `useMemo`
 * @example
 * const count = useView(useFleet().databases.tracked, { select: (ids) => ids.length });
 */
export function useView<T, Selected = T>(view: Readable<T>, options?: SelectOptions<T, Selected>): ResultOf<Selected> {
  const { select, equals } = readSelection(options);
  const [, render] = useReducer((renders: number) => renders + 1, 0);
  const read = useMemo(() => memoizedSelector(view, select, equals), [view, select, equals]);
  const current = read();
  const last = useRef({ read, equals, selection: current });
  const { selection: previous } = last.current;
  // The selection of a new selector may be equal to the rendered selection.
  const selection = equals(previous, current) ? previous : current;
  useLayoutEffect(() => {
    last.current = { read, equals, selection };
  });
  useEffect(() => {
    const subscription = view.subscribe(() => {
      const rendered = last.current;
      if (isChange(() => !rendered.equals(rendered.selection, rendered.read()))) render(undefined);
    });
    return () => subscription.unsubscribe();
  }, [view]);
  return selection as ResultOf<Selected>;
}

export const framework: HookFramework = { useFleet, useMemo, useEffect, useDebugValue, useView };
