import { isSameList } from '../core/shared/deep-equal.js';
import type { Fleet } from '../index.js';
import type { Query } from './queries.js';
import type { Readable } from './readable.js';
import type { DatabaseOptions } from './selection.js';

/** A value, or a function that returns the value. The value itself is no function. */
export type Source<T> = T | (() => T);

export function readSource<T>(source: Source<T>): T {
  return typeof source === 'function' ? (source as () => T)() : source;
}

/** Returns a function that reads the sources, and returns the view that answers a query about their values. */
export function answer<Arguments extends readonly unknown[], T>(
  query: Query<Arguments, T>,
  fleet: Fleet,
  sources: readonly unknown[],
  options: DatabaseOptions = {},
  read: (source: unknown) => unknown = readSource,
): () => Readable<T> {
  const viewOf = memoizeLast(query(fleet, options));
  return () => viewOf(...(sources.map((each) => read(each)) as unknown as Arguments));
}

/**
 * Returns a function that calls `create` again only when an argument changes, or an item of a list. It remembers the
 * last call.
 */
export function memoizeLast<Arguments extends readonly unknown[], Result>(
  create: (...args: Arguments) => Result,
): (...args: Arguments) => Result {
  let last: { readonly items: readonly unknown[]; readonly result: Result } | undefined;
  return (...args) => {
    // A list may change in place, as a reactive array does.
    const items = args.flat();
    if (!last || !isSameList(last.items, items)) last = { items, result: create(...args) };
    return last.result;
  };
}
