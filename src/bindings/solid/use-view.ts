import { createMemo, createSignal, onCleanup, untrack, type Accessor } from 'solid-js';
import { isServer } from 'solid-js/web';
import type { Readable } from '../readable.js';
import { access, type MaybeAccessor } from './maybe-accessor.js';

/**
 * What a view shows, as an accessor: what reads it runs again when that changes, and at no other time. It is subscribed
 * to until the owner is disposed of.
 *
 * - With a selector, when what it makes of the value changes. It must be pure; signals that it reads are tracked.
 * - The accessor gives what the view shows at that moment: of two that change in one commit neither is behind the other.
 * - What it gives is frozen in development: do not put it into a store, which would write to it.
 * - On a server it reads the value and subscribes to nothing.
 *
 * @param view or an accessor of one, for another view at times
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 * @example
 * ```tsx
 * const count = useView(useFleet().databases.tracked, (ids) => ids.length);
 * <p>{count()} databases</p>
 * ```
 */
export function useView<T>(view: MaybeAccessor<Readable<T>>): Accessor<T>;
export function useView<T, Selected>(
  view: MaybeAccessor<Readable<T>>,
  selector: ((value: T) => Selected) | undefined,
  equals?: (a: Selected, b: Selected) => boolean,
): Accessor<Selected>;
export function useView<T>(
  view: MaybeAccessor<Readable<T>>,
  selector?: (value: T) => unknown,
  equals: (a: unknown, b: unknown) => boolean = Object.is,
): Accessor<unknown> {
  // What this throws is thrown here: a memo would tell an error boundary, and go on.
  untrack(() => access(view));
  // Of its own, so that an accessor that gives the same view again ends no subscription.
  const current = createMemo(() => access(view));
  const shown = createMemo(() => follow(current()));
  const read: Accessor<T> = () => shown()();
  return selector === undefined ? read : select(read, selector, equals);
}

function follow<T>(view: Readable<T>): Accessor<T> {
  const [track, changed] = createSignal(undefined, { equals: false });
  if (!isServer) {
    // The fleet may tell others of it, whose reading is none of ours.
    const subscription = untrack(() => view.subscribe(() => changed()));
    onCleanup(() => subscription.unsubscribe());
  }
  return () => {
    track();
    return view.value;
  };
}

function select<T, Selected>(
  read: Accessor<T>,
  selector: (value: T) => Selected,
  equals: (a: Selected, b: Selected) => boolean,
): Accessor<Selected> {
  let last: { readonly value: T; readonly selected: Selected } | undefined;
  function selectNow(): Selected {
    const value = read();
    const selected = selector(value);
    last = { value, selected: last !== undefined && equals(last.selected, selected) ? last.selected : selected };
    return last.selected;
  }
  const track = createMemo(selectNow, undefined, { equals: Object.is });
  return () => {
    track();
    // Views are told one by one: what another one woke may read this one before its turn.
    return last !== undefined && Object.is(last.value, untrack(read)) ? last.selected : untrack(selectNow);
  };
}
