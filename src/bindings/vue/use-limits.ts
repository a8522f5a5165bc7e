import { computed, toValue, type MaybeRefOrGetter } from 'vue';
import type { LimitUsage, ResourceKind } from '../../index.js';
import { limitsOf, type Id } from '../questions.js';
import { useFleet } from './fleet-plugin.js';
import { useView, type Shown } from './use-view.js';

/**
 * The limits of a database or a vector index with what is used of them; empty while there is no record, or no id.
 *
 * @param selector makes something else of them: the ref then changes when that does
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 * @example
 * ```ts
 * const limits = useLimits('database', () => props.id);
 * const isFull = useLimits('database', () => props.id, (all) => all.some(({ status }) => status === 'exceeded'));
 * ```
 * @see api.md, Limits.
 */
export function useLimits(
  resource: MaybeRefOrGetter<ResourceKind>,
  id: MaybeRefOrGetter<Id>,
): Shown<readonly LimitUsage[]>;
export function useLimits<Selected>(
  resource: MaybeRefOrGetter<ResourceKind>,
  id: MaybeRefOrGetter<Id>,
  selector: (limits: readonly LimitUsage[]) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Shown<Selected>;
export function useLimits(
  resource: MaybeRefOrGetter<ResourceKind>,
  id: MaybeRefOrGetter<Id>,
  selector?: (limits: readonly LimitUsage[]) => unknown,
  equals?: (a: unknown, b: unknown) => boolean,
): Shown<unknown> {
  const fleet = useFleet();
  // A getter that gives the same id again must not make another view.
  const [kind, of] = [computed(() => toValue(resource)), computed(() => toValue(id))];
  return useView(() => limitsOf(fleet, kind.value, of.value), selector, equals);
}
