import type { PollingStatus } from '../../index.js';
import { useFleet } from './fleet-context.js';
import { useView, type Current } from './use-view.js';

/**
 * Whether polling runs, why not, until when, and how much there is to do. It counts as it works: a selector says what
 * of it matters.
 *
 * @param selector makes something else of it: effects then run again when that changes
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 * @example
 * ```ts
 * const why = usePollingStatus(({ reason }) => reason?.message);
 * ```
 */
export function usePollingStatus(): Current<PollingStatus>;
export function usePollingStatus<Selected>(
  selector: (status: PollingStatus) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Current<Selected>;
export function usePollingStatus(
  selector?: (status: PollingStatus) => unknown,
  equals?: (a: unknown, b: unknown) => boolean,
): Current<unknown> {
  return useView(useFleet().polling.status, selector, equals);
}
