import { useComputed, useSignal, type ReadonlySignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Readable } from '../readable.js';
import { selected } from '../selected.js';

/**
 * What a view shows, as a signal: what reads it runs again when that changes, and at no other time. It is the same
 * signal for good, and is subscribed to while the component is mounted.
 *
 * - With a selector, when what it makes of the value changes. It may be a new function at each render; it must be pure.
 * - Views are told one by one: an effect that reads two signals may run once for each of them. Components render once.
 * - On a server it reads the value and subscribes to nothing.
 *
 * @param view the same one at each render, such as `fleet.databases.record(id)`; keep one that you make in `useMemo`
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 * @example
 * ```tsx
 * const count = useView(useFleet().databases.tracked, (ids) => ids.length);
 * <p>{count} databases</p>
 * ```
 */
export function useView<T>(view: Readable<T>): ReadonlySignal<T>;
export function useView<T, Selected>(
  view: Readable<T>,
  selector: ((value: T) => Selected) | undefined,
  equals?: (a: Selected, b: Selected) => boolean,
): ReadonlySignal<Selected>;
export function useView<T>(
  view: Readable<T>,
  selector: (value: T) => unknown = itself,
  equals: (a: unknown, b: unknown) => boolean = Object.is,
): ReadonlySignal<unknown> {
  const read = useMemo(() => selected(view, selector, equals), [view, selector, equals]);
  const asked = useSignal({ read, equals });
  // Now, so that nothing of another id is ever seen.
  if (asked.peek().read !== read) asked.value = { read, equals };
  useEffect(() => {
    const subscription = view.subscribe(() => void (asked.value = { ...asked.peek() }));
    return () => subscription.unsubscribe();
  }, [view]);
  const last = useRef<{ readonly selection: unknown }>(undefined);
  return useComputed(() => {
    const { read, equals } = asked.value;
    const selection = read();
    if (last.current === undefined || !equals(last.current.selection, selection)) last.current = { selection };
    return last.current.selection;
  });
}

function itself<T>(value: T): T {
  return value;
}
