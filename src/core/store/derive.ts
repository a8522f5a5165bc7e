import { isSameList } from '../shared/deep-equal.js';
import { selectMemoized } from '../shared/select-memoized.js';
import type { Commits } from './commits.js';
import { createSource } from './source.js';
import type { View } from './view.js';

export type ValuesOf<Views extends readonly View<unknown>[]> = {
  readonly [Key in keyof Views]: Views[Key] extends View<infer Value> ? Value : never;
};

/**
 * Returns a view whose value is computed from other views. It subscribes to them only while it has subscribers, and
 * changes in the same commit as they do. If the new value equals the previous value, the view keeps the previous one.
 */
export function derive<const Views extends readonly View<unknown>[], T>(
  commits: Commits,
  views: Views,
  compute: (...values: ValuesOf<Views>) => T,
  equals?: (a: T, b: T) => boolean,
): View<T> {
  let release: (() => void) | undefined;
  const select = selectMemoized((values: unknown[]) => compute(...(values as ValuesOf<Views>)), equals, isSameList);
  const read = (): T => select(views.map((view) => view.value));
  const source = createSource(commits, read, (isWatched) => {
    // Reset first, because unsubscribing may cause a new subscription to this view.
    const unsubscribe = release;
    release = undefined;
    unsubscribe?.();
    if (isWatched) release = follow(views, source.changed);
  });
  return source.view;
}

/** Subscribes to views, ignoring the value that each emits on subscription. */
function follow(views: readonly View<unknown>[], onChange: () => void): () => void {
  let isFollowing = false;
  const next = (): void => (isFollowing ? onChange() : undefined);
  const subscriptions = views.map((view) => view.subscribe(next));
  isFollowing = true;
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe();
  };
}
