import type { LimitUsage, ResourceKind } from '../../index.js';
import { kept } from '../kept.js';
import { limitsOf, type Id } from '../questions.js';
import { useFleet } from './fleet-context.js';
import { valueOf, type MaybeGetter } from './maybe-getter.js';
import { useView, type Current } from './use-view.js';

/**
 * The limits of a database or a vector index with what is used of them; empty while there is no record, or no id.
 *
 * @param selector makes something else of them: effects then run again when that changes
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 * @example
 * ```ts
 * const limits = useLimits('database', () => id);
 * const isFull = useLimits('database', () => id, (all) => all.some(({ status }) => status === 'exceeded'));
 * ```
 * @see api.md, Limits.
 */
export function useLimits(resource: MaybeGetter<ResourceKind>, id: MaybeGetter<Id>): Current<readonly LimitUsage[]>;
export function useLimits<Selected>(
  resource: MaybeGetter<ResourceKind>,
  id: MaybeGetter<Id>,
  selector: (limits: readonly LimitUsage[]) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Current<Selected>;
export function useLimits(
  resource: MaybeGetter<ResourceKind>,
  id: MaybeGetter<Id>,
  selector?: (limits: readonly LimitUsage[]) => unknown,
  equals?: (a: unknown, b: unknown) => boolean,
): Current<unknown> {
  const fleet = useFleet();
  const limits = kept((kind: ResourceKind, of: Id) => limitsOf(fleet, kind, of));
  return useView(() => limits(valueOf(resource), valueOf(id)), selector, equals);
}
