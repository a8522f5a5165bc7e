import type { FleetSummary } from '../../index.js';
import { useFleet } from './fleet-provider.js';
import { useView } from './use-view.js';

/**
 * All limits of the fleet at a glance.
 *
 * @param selector makes something else of it: the component then renders when that changes
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 * @example
 * ```tsx
 * const worst = useFleetSummary((summary) => summary.worst);
 * ```
 */
export function useFleetSummary(): FleetSummary;
export function useFleetSummary<Selected>(
  selector: (summary: FleetSummary) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Selected;
export function useFleetSummary(
  selector?: (summary: FleetSummary) => unknown,
  equals?: (a: unknown, b: unknown) => boolean,
): unknown {
  return useView(useFleet().limits.summary, selector, equals);
}
