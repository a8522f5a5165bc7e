import { useMemo, useSyncExternalStore } from 'react';
import { formatRoute, parseRoute, type Route } from './route.js';

/** The route that the address has now. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, readHash, readHash);
  return useMemo(() => parseRoute(hash), [hash]);
}

/** @param how `replace` leaves no step to go back to: for what changes with each key. @default 'push' */
export function goTo(route: Route, how: 'push' | 'replace' = 'push'): void {
  const hash = formatRoute(route);
  if (hash === location.hash) return;
  history[`${how}State`](null, '', hash);
  // The browser tells of steps back and forth only, not of its own.
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
