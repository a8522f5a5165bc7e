import { FleetError } from '../shared/fleet-error.js';
import { VERSION } from '../shared/version.js';
import { derive, type ValuesOf } from './derive.js';
import type { TopicView } from './topic-view.js';
import type { View } from './view.js';

/**
 * Combines several views of one fleet into one view.
 *
 * It emits at most once per commit: unlike RxJS's `combineLatest`, it never mixes old and new values. It computes only while
 * it has subscribers or its `value` is read.
 *
 * @param compute It must be pure.
 * @param equals If the previous and the new value are equal, the view does not emit. @default Object.is
 * @throws FleetError `invalid-request` if `views` is empty, or if the views belong to several fleets or to another version.
 * @example
 * ```ts
 * const crowded = combine([fleet.databases.all, limitSummaryOf(fleet)], (databases, { worst }) =>
 *   databases.filter(({ database_id }) => worst.some(({ id }) => id === database_id)),
 * );
 * ```
 */
export function combine<const Views extends readonly View<unknown>[], T>(
  views: Views,
  compute: (...values: ValuesOf<Views>) => T,
  equals?: (a: T, b: T) => boolean,
): View<T> {
  const [commits, ...others] = new Set(views.map((view) => (view as Partial<TopicView<unknown>> | undefined)?.commits));
  if (commits?.version !== VERSION || others.length > 0)
    throw new FleetError('invalid-request', 'configure', 'views: expected views of one fleet and version, 1 or more');
  return derive(commits, views, compute, equals);
}
