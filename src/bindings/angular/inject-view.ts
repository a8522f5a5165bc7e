import {
  assertInInjectionContext,
  computed,
  DestroyRef,
  effect,
  inject,
  Injector,
  NgZone,
  PLATFORM_ID,
  signal,
  untracked,
  type Signal,
  type ValueEqualityFn,
} from '@angular/core';
import type { Readable } from '../readable.js';
import type { ResultOf } from '../selection.js';
import type { InjectOptions } from './provide-fleet.js';

/** The options of a function with a selector. */
export interface SelectOptions<Selected> extends InjectOptions {
  /** Keeps the last selection while the new selection is equal. @default Object.is */
  readonly equal?: ValueEqualityFn<Selected> | undefined;
}

/** The last parameters of a function with an optional selector: a selector and options, or options only. */
export type SelectParameters<T, Selected> = readonly [
  selectorOrOptions?: ((value: T) => Selected) | InjectOptions,
  options?: SelectOptions<Selected>,
];

interface ReadParameters<T, Selected> extends SelectOptions<Selected> {
  readonly selector?: (value: T) => Selected;
}

export function readParameters<T, Selected>([first, second]: SelectParameters<T, Selected>): ReadParameters<
  T,
  Selected
> {
  return typeof first === 'function' ? { ...second, selector: first } : { ...first };
}

/**
 * Returns the value of a view as a signal.
 *
 * - The signal subscribes even if no code reads it. It subscribes to a view at once. It subscribes to the view of a
 *   function when effects run, since inputs have no value before that.
 * - The subscription ends with the injector, for example when the component is destroyed.
 * - A function is tracked as in `computed`. After a change, the signal never has the value of the previous view.
 * - The subscription runs outside the zone of Angular. On a server, the signal reads the value and does not subscribe.
 *
 * @param source a view such as `fleet.databases.record(id)`, or a function that returns a view
 * @param selector derives a selection from the value. It must be pure. Signals that it reads are tracked
 * @example
 * readonly count = injectView(injectFleet().databases.tracked, (ids) => ids.length);
 */
export function injectView<T, Selected = T>(
  source: Readable<T> | (() => Readable<T>),
  ...parameters: SelectParameters<T, Selected>
): Signal<ResultOf<Selected>> {
  if (readParameters(parameters).injector === undefined) assertInInjectionContext(injectView);
  return createSignal(source, parameters);
}

/** Creates the signal of `injectView` and of all functions that read a fleet. */
export function createSignal<T, Selected>(
  source: Readable<T> | (() => Readable<T>),
  parameters: SelectParameters<T, Selected>,
): Signal<ResultOf<Selected>> {
  const { injector = inject(Injector), selector, equal } = readParameters(parameters);
  const view = typeof source === 'function' ? computed(source) : () => source;
  const changes = signal(0);
  const value = computed(() => {
    changes();
    return view().value;
  });
  // The same check as `isPlatformServer` of @angular/common, which is not a dependency.
  if (injector.get(PLATFORM_ID) !== 'server') {
    const follow = createFollow(injector.get(NgZone), () => changes.update((count) => count + 1));
    if (typeof source === 'function') effect((onCleanup) => onCleanup(follow(view())), { injector });
    else injector.get(DestroyRef).onDestroy(follow(source));
  }
  const selected: Signal<unknown> =
    selector === undefined ? value : computed(() => selector(value()), equal && { equal });
  return selected as Signal<ResultOf<Selected>>;
}

/** Subscribing and unsubscribing can set timers. Inside the zone, each timer would check all components for changes. */
function createFollow(zone: NgZone, onChange: () => void): (view: Readable<unknown>) => () => void {
  return (view) =>
    zone.runOutsideAngular(() => {
      const subscription = untracked(() => view.subscribe(onChange));
      return () => zone.runOutsideAngular(() => subscription.unsubscribe());
    });
}
