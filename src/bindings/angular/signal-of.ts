import {
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
} from '@angular/core';
import type { Readable } from '../readable.js';
import { readSelection, type Selection } from './selection.js';

/** What a view shows, or the view that a function gives now. Everything that is injected is shown by it. */
export function signalOf<T>(source: Readable<T> | (() => Readable<T>), selection: Selection<T>): Signal<unknown> {
  const { injector = inject(Injector), selector, equal } = readSelection(selection);
  const view = typeof source === 'function' ? computed(source) : () => source;
  const changes = signal(0);
  const shown = computed(() => {
    changes();
    return view().value;
  });
  // What isPlatformServer of @angular/common asks.
  if (injector.get(PLATFORM_ID) !== 'server') {
    const follow = createFollow(injector.get(NgZone), () => changes.update((count) => count + 1));
    if (typeof source === 'function') effect((onCleanup) => onCleanup(follow(view())), { injector });
    else injector.get(DestroyRef).onDestroy(follow(source));
  }
  return selector === undefined ? shown : computed(() => selector(shown()), equal && { equal });
}

/** Subscribing may arm a timer, and so may unsubscribing: in the zone each would have all components checked. */
function createFollow(zone: NgZone, onChange: () => void): (view: Readable<unknown>) => () => void {
  return (view) =>
    zone.runOutsideAngular(() => {
      const subscription = untracked(() => view.subscribe(onChange));
      return () => zone.runOutsideAngular(() => subscription.unsubscribe());
    });
}
