import { useMemo, useSyncExternalStore } from 'react';
import { formatRoute, parseRoute, type Route } from './route.js';

/** Returns the route of the current address. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, readHash, readHash);
  return useMemo(() => parseRoute(hash), [hash]);
}

/**
 * Navigates to a route.
 *
 * @param how `replace` adds no history entry, for changes with each keystroke. @default 'push'
 */
export function goTo(route: Route, how: 'push' | 'replace' = 'push'): void {
  const hash = formatRoute(route);
  if (hash === location.hash) return;
  history[`${how}State`](null, '', hash);
  // The browser sends no event for pushState and replaceState.
  dispatchEvent(new HashChangeEvent('hashchange'));
}

function readHash(): string {
  return location.hash;
}

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  addEventListener('popstate', onChange);
  return () => {
    removeEventListener('hashchange', onChange);
    removeEventListener('popstate', onChange);
  };
}
