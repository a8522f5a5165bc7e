import { createMemo, type Accessor } from 'solid-js';
import type { LimitUsage, ResourceKind } from '../../index.js';
import { limitsOf, type Id } from '../questions.js';
import { useFleet } from './fleet-provider.js';
import { access, type MaybeAccessor } from './maybe-accessor.js';
import { useView } from './use-view.js';

/**
 * The limits of a database or a vector index with what is used of them, as an accessor; empty while there is no record,
 * or no id.
 *
 * @param selector makes something else of them: what reads the accessor then runs when that changes
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 * @example
 * ```tsx
 * const limits = useLimits('database', () => props.id);
 * const isFull = useLimits('database', () => props.id, (all) => all.some(({ status }) => status === 'exceeded'));
 * ```
 * @see api.md, Limits.
 */
export function useLimits(
  resource: MaybeAccessor<ResourceKind>,
  id: MaybeAccessor<Id>,
): Accessor<readonly LimitUsage[]>;
export function useLimits<Selected>(
  resource: MaybeAccessor<ResourceKind>,
  id: MaybeAccessor<Id>,
  selector: (limits: readonly LimitUsage[]) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Accessor<Selected>;
export function useLimits(
  resource: MaybeAccessor<ResourceKind>,
  id: MaybeAccessor<Id>,
  selector?: (limits: readonly LimitUsage[]) => unknown,
  equals?: (a: unknown, b: unknown) => boolean,
): Accessor<unknown> {
  const fleet = useFleet();
  // Its view is a new one each time, so it is asked for only when one of these is another.
  const currentResource = createMemo(() => access(resource));
  const currentId = createMemo(() => access(id));
  return useView(() => limitsOf(fleet, currentResource(), currentId()), selector, equals);
}
