import type { PollingStatus } from '../../index.js';
import { useFleet } from './fleet-plugin.js';
import { useView, type Shown } from './use-view.js';

/**
 * Whether polling runs, why not, until when, and how much there is to do. It counts as it works: a selector says what
 * of it matters.
 *
 * @param selector makes something else of it: the ref then changes when that does
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 * @example
 * ```ts
 * const why = usePollingStatus(({ reason }) => reason?.message);
 * ```
 */
export function usePollingStatus(): Shown<PollingStatus>;
export function usePollingStatus<Selected>(
  selector: (status: PollingStatus) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Shown<Selected>;
export function usePollingStatus(
  selector?: (status: PollingStatus) => unknown,
  equals?: (a: unknown, b: unknown) => boolean,
): Shown<unknown> {
  return useView(useFleet().polling.status, selector, equals);
}
