import type { ReadonlySignal } from '@preact/signals';
import type { FleetSummary } from '../../index.js';
import { useFleet } from '../preact/fleet-provider.js';
import { useView } from './use-view.js';

/**
 * All limits of the fleet at a glance, as a signal.
 *
 * @param selector makes something else of it: the signal then changes when that does
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 * @example
 * ```tsx
 * const worst = useFleetSummary((summary) => summary.worst);
 * ```
 */
export function useFleetSummary(): ReadonlySignal<FleetSummary>;
export function useFleetSummary<Selected>(
  selector: (summary: FleetSummary) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): ReadonlySignal<Selected>;
export function useFleetSummary(
  selector?: (summary: FleetSummary) => unknown,
  equals?: (a: unknown, b: unknown) => boolean,
): ReadonlySignal<unknown> {
  return useView(useFleet().limits.summary, selector, equals);
}
