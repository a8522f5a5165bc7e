import type { PollingStatus } from '../../index.js';
import { useFleet } from './fleet-provider.js';
import { useView } from './use-view.js';

/**
 * Whether polling runs, why not, until when, and how much there is to do. It counts as it works: a selector says what
 * of it matters.
 *
 * @param selector makes something else of it: the component then renders when that changes
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 * @example
 * ```tsx
 * const why = usePollingStatus(({ reason }) => reason?.message);
 * ```
 */
export function usePollingStatus(): PollingStatus;
export function usePollingStatus<Selected>(
  selector: (status: PollingStatus) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Selected;
export function usePollingStatus(
  selector?: (status: PollingStatus) => unknown,
  equals?: (a: unknown, b: unknown) => boolean,
): unknown {
  return useView(useFleet().polling.status, selector, equals);
}
