import { useMemo, useSyncExternalStore } from 'react';
import { decodeIdentifier, identifierProblem } from '../../../../core/wire/identifier.js';

export type PageView = keyof typeof pageViews;

/** The state of the page that is in its address, for bookmarks, links and the back button. */
export interface Route {
  readonly view: PageView;
  /** Id of the resource whose details are open. */
  readonly selected: string | undefined;
  /** The search text, filters, order, groups and columns of the list. Empty values are absent. */
  readonly query: Query;
}

/** The parameters of a list: `find`, `sort`, `group`, `columns` and one for each filter. */
export type Query = Readonly<Record<string, string>>;

export const pageViews = {
  database: { path: 'databases', name: 'Databases' },
  index: { path: 'indices', name: 'Vector indices' },
  alerts: { path: 'alerts', name: 'Alerts' },
  activity: { path: 'activity', name: 'Activity' },
} as const;

/**
 * Reads the part of an address after `#`, such as `/databases/93e3a3e?state=active&sort=-name`. An unknown address is
 * the list of all databases.
 */
export function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#/, '').split('?', 2);
  const [, name, id = ''] = path.split('/', 3);
  const query = Object.fromEntries([...new URLSearchParams(search)].filter(([, value]) => value !== ''));
  // An alert and an entry of the activity lead to their resource, which is selected in another view.
  if (name === 'alerts' || name === 'activity') return { view: name, selected: undefined, query };
  // An address may be typed or come from a link. An invalid id selects nothing.
  const decoded = decodeIdentifier(id);
  const selected = identifierProblem(decoded) === undefined ? decoded : undefined;
  return { view: name === pageViews.index.path ? 'index' : 'database', selected, query };
}

/** Where a link leads: by default to a list without details, search and filters. */
type Destination = Pick<Route, 'view'> & Partial<Route>;

export function formatRoute({ view, selected, query = {} }: Destination): string {
  const search = new URLSearchParams(query).toString();
  const { path: list } = pageViews[view];
  const path = selected === undefined ? list : `${list}/${encodeURIComponent(selected)}`;
  return search === '' ? `#/${path}` : `#/${path}?${search}`;
}

export function withQuery(query: Query, change: Readonly<Record<string, string | undefined>>): Query {
  const entries = Object.entries({ ...query, ...change });
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => Boolean(entry[1])));
}

export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  return useMemo(() => parseRoute(hash), [hash]);
}

/** @param how `replace` adds no history entry, for changes with each keystroke. @default 'push' */
export function goTo(route: Destination, how: 'push' | 'replace' = 'push'): void {
  const hash = formatRoute(route);
  if (hash === location.hash) return;
  history[`${how}State`](null, '', hash);
  // The browser sends no event for pushState and replaceState.
  dispatchEvent(new HashChangeEvent('hashchange'));
}

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}
