import type { FleetSummary } from '../../index.js';
import { useFleet } from './fleet-context.js';
import { useView, type Current } from './use-view.js';

/**
 * All limits of the fleet at a glance.
 *
 * @param selector makes something else of it: effects then run again when that changes
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 * @example
 * ```ts
 * const worst = useFleetSummary((summary) => summary.worst);
 * ```
 */
export function useFleetSummary(): Current<FleetSummary>;
export function useFleetSummary<Selected>(
  selector: (summary: FleetSummary) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Current<Selected>;
export function useFleetSummary(
  selector?: (summary: FleetSummary) => unknown,
  equals?: (a: unknown, b: unknown) => boolean,
): Current<unknown> {
  return useView(useFleet().limits.summary, selector, equals);
}
