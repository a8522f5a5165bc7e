import type { Accessor } from 'solid-js';
import type { FleetSummary } from '../../index.js';
import { useFleet } from './fleet-provider.js';
import { useView } from './use-view.js';

/**
 * All limits of the fleet at a glance, as an accessor.
 *
 * @param selector makes something else of it: what reads the accessor then runs when that changes
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 * @example
 * ```tsx
 * const worst = useFleetSummary((summary) => summary.worst);
 * ```
 */
export function useFleetSummary(): Accessor<FleetSummary>;
export function useFleetSummary<Selected>(
  selector: (summary: FleetSummary) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Accessor<Selected>;
export function useFleetSummary(
  selector?: (summary: FleetSummary) => unknown,
  equals?: (a: unknown, b: unknown) => boolean,
): Accessor<unknown> {
  return useView(useFleet().limits.summary, selector, equals);
}
