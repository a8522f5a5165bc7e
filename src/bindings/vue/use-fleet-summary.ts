import type { FleetSummary } from '../../index.js';
import { useFleet } from './fleet-plugin.js';
import { useView, type Shown } from './use-view.js';

/**
 * All limits of the fleet at a glance.
 *
 * @param selector makes something else of it: the ref then changes when that does
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 * @example
 * ```ts
 * const worst = useFleetSummary((summary) => summary.worst);
 * ```
 */
export function useFleetSummary(): Shown<FleetSummary>;
export function useFleetSummary<Selected>(
  selector: (summary: FleetSummary) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Shown<Selected>;
export function useFleetSummary(
  selector?: (summary: FleetSummary) => unknown,
  equals?: (a: unknown, b: unknown) => boolean,
): Shown<unknown> {
  return useView(useFleet().limits.summary, selector, equals);
}
