import {
  computed,
  customRef,
  getCurrentInstance,
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
import { readSelection, type ResultOf, type SelectOptions } from '../selection.js';

/** A read-only shallow ref, which every composable returns. Vue does not make its value reactive. */
export type Shown<T> = Readonly<ShallowRef<T>>;

/**
 * Returns the value of a view as a ref. The ref changes only when the value changes.
 *
 * - The composable unsubscribes when its scope ends, such as the scope of the component.
 * - On a server, the composable reads the value and does not subscribe.
 *
 * @param view a view, a ref, or a getter. When the ref or getter returns another view, the result changes at once
 * @example
 * const count = useView(useFleet().databases.tracked, { select: (ids) => ids.length });
 */
export function useView<T, Selected = T>(
  view: MaybeRefOrGetter<Readable<T>>,
  options?: SelectOptions<T, Selected>,
): Shown<ResultOf<Selected>> {
  const { select, equals } = readSelection(options);
  const current = computed(() => toValue(view));
  const received = shallowRef(current.value.value);
  if (!isOnServer()) {
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
  let kept: { readonly selection: Selected } | undefined;
  const selected = computed(() => {
    const selection = select(received.value);
    if (kept === undefined || !equals(kept.selection, selection)) kept = { selection };
    return kept.selection;
  });
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

/** A plugin or router guard runs before the rendering, without its context: nothing would end a subscription there. */
function isOnServer(): boolean {
  const isBeforeRendering = !('document' in globalThis) && getCurrentInstance() === null;
  return isBeforeRendering || (hasInjectionContext() && inject(ssrContextKey, undefined) !== undefined);
}
