import { identifierProblem } from '../../../../core/api/identifier.js';
import type { ResourceKind } from '../../../../index.js';

/** What the page shows: all of it is in the address, so that it can be kept, sent and gone back to. */
export interface Route {
  readonly view: ResourceKind;
  /** Id of the resource whose details are open. */
  readonly selected: string | undefined;
  /** What is looked for, and what is left out. Only what is not empty is a member. */
  readonly query: Query;
}

/** What a list shows, and in which order; values of `find` and filters are never empty. */
export type Query = Readonly<Record<string, string>>;

const PATHS: Readonly<Record<ResourceKind, string>> = { database: 'databases', index: 'indices' };

/**
 * Reads the part of an address after `#`, such as `/databases/93e3a3e?state=active&sort=-name`. Whatever it does not
 * understand is the beginning: all databases.
 */
export function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#/, '').split('?', 2);
  const [, name, id = ''] = path.split('/', 3);
  const query = Object.fromEntries([...new URLSearchParams(search)].filter(([, value]) => value !== ''));
  return { view: name === PATHS.index ? 'index' : 'database', selected: decodeId(id), query };
}

/** The opposite of `parseRoute`. */
export function formatRoute({ view, selected, query }: Route): string {
  const search = new URLSearchParams(query).toString();
  const path = selected === undefined ? PATHS[view] : `${PATHS[view]}/${encodeURIComponent(selected)}`;
  return search === '' ? `#/${path}` : `#/${path}?${search}`;
}

/** A query with some of its members changed; what is empty is left out. */
export function withQuery(query: Query, change: Readonly<Record<string, string | undefined>>): Query {
  const entries = Object.entries({ ...query, ...change });
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => Boolean(entry[1])));
}

/** An address comes from anywhere; what cannot be an id selects nothing. */
function decodeId(text: string): string | undefined {
  try {
    const id = decodeURIComponent(text);
    return identifierProblem(id) === undefined ? id : undefined;
  } catch {
    return undefined;
  }
}
