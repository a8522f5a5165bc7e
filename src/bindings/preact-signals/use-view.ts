import { batch, useComputed, useSignal, type ReadonlySignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { afterViews, type Readable } from '../readable.js';
import { memoizedSelector, readSelection, type ResultOf, type SelectOptions } from '../selection.js';

/** A value, or a signal of a value. The component renders when the signal changes. */
export type MaybeSignal<T> = T | ReadonlySignal<T>;

/**
 * Returns the value of a view as a signal. Readers of the signal run again only when the value changes. Every render
 * returns the same signal. The view has a subscription while the component is mounted.
 *
 * - With `select`, readers run again only when the selection changes. It must be pure. It may be a new
 *   function at each render.
 * - All signals of a commit change in one batch. An effect that reads two signals runs once, with both new values.
 * - On a server, the hook reads the value and does not subscribe.
 *
 * @param view must be the same object at each render, such as `fleet.databases.record(id)`. Create other views in `useMemo`
 * @example
 * ```tsx
 * const count = useView(useFleet().databases.tracked, { select: (ids) => ids.length });
 * <p>{count} databases</p>
 * ```
 */
export function useView<T, Selected = T>(
  view: Readable<T>,
  options?: SelectOptions<T, Selected>,
): ReadonlySignal<ResultOf<Selected>> {
  const { select, equals } = readSelection(options);
  const read = useMemo(() => memoizedSelector(view, select, equals), [view, select, equals]);
  const source = useSignal({ read, equals });
  // During the render, so that no reader sees the record of the previous id.
  if (source.peek().read !== read) source.value = { read, equals };
  useEffect(() => {
    const change = (): void => void (source.value = { ...source.peek() });
    const subscription = view.subscribe(() => {
      changes.push(change);
      afterViews(view, applyChanges);
    });
    // A list of views notifies outside a commit. A change since the render would otherwise wait for the next commit.
    change();
    return () => subscription.unsubscribe();
  }, [view]);
  const last = useRef<{ readonly selection: Selected }>(undefined);
  return useComputed(() => {
    const { read, equals } = source.value;
    const selection = read();
    if (last.current === undefined || !equals(last.current.selection, selection)) last.current = { selection };
    return last.current.selection as ResultOf<Selected>;
  });
}

/** The changes of the running commit, which are applied in one batch for all of its views. */
const changes: (() => void)[] = [];

function applyChanges(): void {
  batch(() => changes.splice(0).forEach((each) => each()));
}
