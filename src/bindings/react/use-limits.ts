import { useMemo } from 'react';
import type { LimitUsage, ResourceKind } from '../../index.js';
import { limitsOf, type Id } from '../questions.js';
import { useFleet } from './fleet-provider.js';
import { useView } from './use-view.js';

/**
 * The limits of a database or a vector index with what is used of them; empty while there is no record, or no id.
 *
 * @param selector makes something else of them: the component then renders when that changes
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 * @example
 * ```tsx
 * const limits = useLimits('database', id);
 * const isFull = useLimits('database', id, (all) => all.some(({ status }) => status === 'exceeded'));
 * ```
 * @see api.md, Limits.
 */
export function useLimits(resource: ResourceKind, id: Id): readonly LimitUsage[];
export function useLimits<Selected>(
  resource: ResourceKind,
  id: Id,
  selector: (limits: readonly LimitUsage[]) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Selected;
export function useLimits(
  resource: ResourceKind,
  id: Id,
  selector?: (limits: readonly LimitUsage[]) => unknown,
  equals?: (a: unknown, b: unknown) => boolean,
): unknown {
  const fleet = useFleet();
  const limits = useMemo(() => limitsOf(fleet, resource, id), [fleet, resource, id]);
  return useView(limits, selector, equals);
}
