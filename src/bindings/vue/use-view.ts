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

/** What a composable gives: a ref that is only read, and whose value is not made reactive. */
export type Shown<T> = Readonly<ShallowRef<T>>;

/**
 * What a view shows, as a ref that changes when that does. It subscribes until the scope that it is called in ends, such as
 * that of the component. While a server renders it reads the value and subscribes to nothing.
 *
 * @param view may be a ref or a getter: when it gives another view, the ref shows that one at once
 * @param selector makes something else of the value: the ref then changes when that does. It must be pure; as in a
 *   `computed`, refs that it reads count
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 * @example
 * ```ts
 * const count = useView(useFleet().databases.tracked, (ids) => ids.length);
 * ```
 */
export function useView<T>(view: MaybeRefOrGetter<Readable<T>>): Shown<T>;
export function useView<T, Selected>(
  view: MaybeRefOrGetter<Readable<T>>,
  selector: ((value: T) => Selected) | undefined,
  equals?: (a: Selected, b: Selected) => boolean,
): Shown<Selected>;
export function useView<T>(
  view: MaybeRefOrGetter<Readable<T>>,
  selector?: (value: T) => unknown,
  equals: (a: unknown, b: unknown) => boolean = Object.is,
): Shown<unknown> {
  const current = computed(() => toValue(view));
  const heard = shallowRef(current.value.value);
  if (!isRenderedOnServer()) {
    watch(
      () => current.value,
      // After a getter that threw, which Vue reports, there is none.
      (now: Readable<T> | undefined, _, onCleanup) => {
        const subscription = now?.subscribe((value) => void (heard.value = value));
        onCleanup(() => subscription?.unsubscribe());
      },
      // A watcher that came later would leave the old view on the screen until it does.
      { immediate: true, flush: 'sync' },
    );
  }
  const shown = selector === undefined ? heard : keep(() => selector(heard.value), equals);
  return shallowReadonly(
    customRef(() => ({
      get() {
        // Whoever reads it while a commit is told may come before this ref has heard of it.
        heard.value = current.value.value;
        return shown.value;
      },
      set() {},
    })),
  );
}

function keep<T>(select: () => T, equals: (a: T, b: T) => boolean): { readonly value: T } {
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
