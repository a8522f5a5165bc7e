import { FleetError } from '../shared/fleet-error.js';
import { derive, type ValuesOf } from './derive.js';
import { TopicView } from './topic-view.js';
import type { View } from './view.js';

/**
 * Makes one view of several views of a fleet. Unlike RxJS's `combineLatest` it never shows a mixture of before and
 * after: what changed in one commit changes in it at once. It computes only when one of the views shows another value,
 * and nothing while nobody looks.
 *
 * @param compute makes its value of theirs. It must be pure.
 * @param equals keeps the last value where it is equal to the new one. @default Object.is
 * @throws FleetError `invalid-request` where there is no view, or they are not all of one fleet.
 * @example
 * ```ts
 * const crowded = combine([fleet.databases.all, fleet.limits.summary], (databases, { worst }) =>
 *   databases.filter(({ database_id }) => worst.some(({ id }) => id === database_id)),
 * );
 * ```
 */
export function combine<const Views extends readonly View<unknown>[], T>(
  views: Views,
  compute: (...values: ValuesOf<Views>) => T,
  equals?: (a: T, b: T) => boolean,
): View<T> {
  const [commits, ...others] = new Set(views.map((view) => (view instanceof TopicView ? view.commits : undefined)));
  if (commits === undefined || others.length > 0)
    throw new FleetError('invalid-request', 'configure', 'views: expected views of one fleet, 1 or more');
  return derive(commits, views, compute, equals);
}
