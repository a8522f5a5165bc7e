import {
  computed,
  customRef,
  hasInjectionContext,
  inject,
  shallowReadonly,
  shallowRef,
  ssrContextKey,
  toValue,
  watch,
  type MaybeRefOrGetter,
  type ShallowRef,
} from 'vue';
import type { Readable } from '../readable.js';
import type { ResultOf } from '../selection.js';

/** A read-only shallow ref, which every composable returns. Vue does not make its value reactive. */
export type Shown<T> = Readonly<ShallowRef<T>>;

/**
 * Returns the value of a view as a ref. The ref changes only when the value changes.
 *
 * - The composable unsubscribes when its scope ends, such as the scope of the component.
 * - On a server, the composable reads the value and does not subscribe.
 *
 * @param view a view, a ref, or a getter. When the ref or getter returns another view, the result changes at once
 * @param selector derives a selection; the ref then changes when the selection changes. The selector must be pure. Refs
 *   that it reads are tracked, as in a `computed`
 * @param equals keeps the last selection while the new selection is equal. @default Object.is
 * @example
 * const count = useView(useFleet().databases.tracked, (ids) => ids.length);
 */
export function useView<T, Selected = T>(
  view: MaybeRefOrGetter<Readable<T>>,
  selector?: (value: T) => Selected,
  equals: (a: Selected, b: Selected) => boolean = Object.is,
): Shown<ResultOf<Selected>> {
  const current = computed(() => toValue(view));
  const received = shallowRef(current.value.value);
  if (!isRenderedOnServer()) {
    watch(
      () => current.value,
      // The view is undefined after an error of the getter. Vue reports that error.
      (now: Readable<T> | undefined, _, onCleanup) => {
        const subscription = now?.subscribe((value) => void (received.value = value));
        onCleanup(() => subscription?.unsubscribe());
      },
      // A later flush would show the old view until then.
      { immediate: true, flush: 'sync' },
    );
  }
  const selected: { readonly value: unknown } =
    selector === undefined ? received : keepEqual(() => selector(received.value), equals);
  return shallowReadonly(
    customRef(() => ({
      get() {
        // A read during a commit may come before the view notifies this ref.
        received.value = current.value.value;
        return selected.value as ResultOf<Selected>;
      },
      set() {},
    })),
  );
}

function keepEqual<T>(select: () => T, equals: (a: T, b: T) => boolean): { readonly value: T } {
  let kept: { readonly selection: T } | undefined;
  return computed(() => {
    const selection = select();
    if (kept === undefined || !equals(kept.selection, selection)) kept = { selection };
    return kept.selection;
  });
}

function isRenderedOnServer(): boolean {
  return hasInjectionContext() && inject(ssrContextKey, undefined) !== undefined;
}
