import {
  computed,
  DestroyRef,
  effect,
  inject,
  InjectionToken,
  Injector,
  NgZone,
  PLATFORM_ID,
  signal,
  untracked,
  type Signal,
} from '@angular/core';
import type { Readable } from '../readable.js';
import { readSelection, type ResultOf, type SelectOptions } from '../selection.js';
import type { InjectOptions } from './provide-fleet.js';

/** Changes when a resource of the application is loaded: the signals of a server read their views again then. */
export const LOADED = /* @__PURE__ */ new InjectionToken('fleetglass loaded', { factory: () => signal({}) });

/**
 * Returns the value of a view as a signal.
 *
 * - The signal subscribes even if no code reads it. It subscribes to a view at once. It subscribes to the view of a
 *   function when effects run, since inputs have no value before that.
 * - The subscription ends with the injector, for example when the component is destroyed.
 * - A function is tracked as in `computed`. After a change, the signal never has the value of the previous view.
 * - The subscription runs outside the zone of Angular. On a server, the signal does not subscribe. It reads the value again
 *   when a resource of the application is loaded.
 *
 * @param source a view such as `fleet.databases.record(id)`, or a function that returns a view
 * @param options signals that `select` reads are tracked
 * @example
 * readonly count = injectView(injectFleet().databases.tracked, { select: (ids) => ids.length });
 */
export function injectView<T, Selected = T>(
  source: Readable<T> | (() => Readable<T>),
  options: SelectOptions<T, Selected> & InjectOptions = {},
): Signal<ResultOf<Selected>> {
  const { injector = inject(Injector) } = options;
  const { select, equals } = readSelection(options);
  const view = typeof source === 'function' ? computed(source) : () => source;
  // The same check as `isPlatformServer` of @angular/common, which is not a dependency.
  const isServer = injector.get(PLATFORM_ID) === 'server';
  const changes = isServer ? injector.get(LOADED) : signal({});
  const value = computed(() => {
    changes();
    return view().value;
  });
  if (!isServer) {
    const zone = injector.get(NgZone);
    // Subscribing and unsubscribing can set timers. Inside the zone, each timer would check all components for changes.
    const follow = (followed: Readable<T>): (() => void) =>
      zone.runOutsideAngular(() => {
        const subscription = untracked(() => followed.subscribe(() => changes.set({})));
        return () => zone.runOutsideAngular(() => subscription.unsubscribe());
      });
    if (typeof source === 'function') effect((onCleanup) => onCleanup(follow(view())), { injector });
    else injector.get(DestroyRef).onDestroy(follow(source));
  }
  return computed(() => select(value()), { equal: equals }) as Signal<ResultOf<Selected>>;
}
