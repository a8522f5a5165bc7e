import { batch, useComputed, useSignal, type ReadonlySignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Readable } from '../readable.js';
import { selected } from '../selected.js';

/**
 * What a view shows, as a signal: what reads it runs again when that changes, and at no other time. It is the same
 * signal for good, and is subscribed to while the component is mounted.
 *
 * - With a selector, when what it makes of the value changes. It may be a new function at each render; it must be pure.
 * - What changes in one commit changes in one batch: an effect that reads two signals runs once, and sees both changed.
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
    return followInBatches(view, () => void (asked.value = { ...asked.peek() }));
  }, [view]);
  const last = useRef<{ readonly selection: unknown }>(undefined);
  return useComputed(() => {
    const { read, equals } = asked.value;
    const selection = read();
    if (last.current === undefined || !equals(last.current.selection, selection)) last.current = { selection };
    return last.current.selection;
  });
}

/** How many followed views have announced a value of the running commit and not given it yet. */
let announced = 0;
const changes: (() => void)[] = [];

/** Calls `change` for each value of a view: in one batch for all views of a commit, which announce theirs first. */
function followInBatches(view: Readable<unknown>, change: () => void): () => void {
  let isAnnounced = false;
  function settle(): void {
    if (!isAnnounced) return;
    isAnnounced = false;
    announced -= 1;
    if (announced === 0) batch(() => changes.splice(0).forEach((each) => each()));
  }
  const subscription = view.subscribe(
    () => {
      if (!isAnnounced) return change();
      changes.push(change);
      settle();
    },
    () => {
      if (!isAnnounced) announced += 1;
      isAnnounced = true;
    },
  );
  return () => {
    subscription.unsubscribe();
    settle();
  };
}

function itself<T>(value: T): T {
  return value;
}
