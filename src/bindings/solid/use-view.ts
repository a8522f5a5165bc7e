import { createMemo, createSignal, onCleanup, untrack, type Accessor } from 'solid-js';
import { isServer } from 'solid-js/web';
import { readSource } from '../answer.js';
import type { Readable } from '../readable.js';
import { readSelection, type ResultOf, type SelectOptions } from '../selection.js';

/** A value, or an accessor of a value that changes, such as `() => props.id`. */
export type MaybeAccessor<T> = T | Accessor<T>;

/**
 * Returns the value of a view as an accessor. Computations that read the accessor run again only when the value changes.
 * The view has a subscription until the owner is disposed.
 *
 * - With `select`, the computations run again only when the selection changes. It must be pure. Signals that
 *   it reads are tracked.
 * - The accessor always returns the current value. Two accessors never show two different commits.
 * - The value is frozen in development. Do not put it into a store, since a store writes to its values.
 * - On a server, the accessor reads the value and does not subscribe.
 *
 * @param view a view, or an accessor of a view
 * @example
 * ```tsx
 * const count = useView(useFleet().databases.tracked, { select: (ids) => ids.length });
 * <p>{count()} databases</p>
 * ```
 */
export function useView<T, Selected = T>(
  view: MaybeAccessor<Readable<T>>,
  options?: SelectOptions<T, Selected>,
): Accessor<ResultOf<Selected>> {
  const { select, equals } = readSelection(options);
  // An error of `view` is thrown here. A memo would pass the error to an error boundary and continue.
  untrack(() => readSource(view));
  // A separate memo, so that the subscription stays when the accessor returns the same view again.
  const current = createMemo(() => readSource(view));
  const followed = createMemo(() => follow(current()));
  const read = (): T => followed()();
  let last: { readonly value: T; readonly selected: Selected } | undefined;
  function selectNow(): Selected {
    const value = read();
    const selected = select(value);
    last = { value, selected: last !== undefined && equals(last.selected, selected) ? last.selected : selected };
    return last.selected;
  }
  const track = createMemo(selectNow, undefined, { equals: Object.is });
  return (() => {
    track();
    // A view that the commit notified earlier can cause a read of this view before its own notification.
    return last !== undefined && Object.is(last.value, untrack(read)) ? last.selected : untrack(selectNow);
  }) as Accessor<ResultOf<Selected>>;
}

function follow<T>(view: Readable<T>): Accessor<T> {
  const [track, changed] = createSignal(undefined, { equals: false });
  if (!isServer) {
    // A subscription can notify other subscribers. Signals that they read must not be tracked here.
    const subscription = untrack(() => view.subscribe(() => changed()));
    onCleanup(() => subscription.unsubscribe());
  }
  return () => {
    track();
    return view.value;
  };
}
