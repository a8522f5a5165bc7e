import type { ReadonlySignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { LimitUsage, ResourceKind } from '../../index.js';
import { limitsOf, type Id } from '../questions.js';
import { useFleet } from '../preact/fleet-provider.js';
import { readSignal, type MaybeSignal } from './maybe-signal.js';
import { useView } from './use-view.js';

/**
 * The limits of a database or a vector index with what is used of them, as a signal; empty while there is no record, or
 * no id.
 *
 * @param id or a signal of one
 * @param selector makes something else of them: the signal then changes when that does
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 * @example
 * ```tsx
 * const isFull = useLimits('database', id, (all) => all.some(({ status }) => status === 'exceeded'));
 * {isFull.value && <p role="alert">It is full.</p>}
 * ```
 * @see api.md, Limits.
 */
export function useLimits(resource: ResourceKind, id: MaybeSignal<Id>): ReadonlySignal<readonly LimitUsage[]>;
export function useLimits<Selected>(
  resource: ResourceKind,
  id: MaybeSignal<Id>,
  selector: (limits: readonly LimitUsage[]) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): ReadonlySignal<Selected>;
export function useLimits(
  resource: ResourceKind,
  id: MaybeSignal<Id>,
  selector?: (limits: readonly LimitUsage[]) => unknown,
  equals?: (a: unknown, b: unknown) => boolean,
): ReadonlySignal<unknown> {
  const fleet = useFleet();
  const of = readSignal(id);
  const limits = useMemo(() => limitsOf(fleet, resource, of), [fleet, resource, of]);
  return useView(limits, selector, equals);
}
