import type { ReadonlySignal } from '@preact/signals';
import type { PollingStatus } from '../../index.js';
import { useFleet } from '../preact/fleet-provider.js';
import { useView } from './use-view.js';

/**
 * Whether polling runs, why not, until when, and how much there is to do, as a signal. It counts as it works: a selector says what
 * of it matters.
 *
 * @param selector makes something else of it: the signal then changes when that does
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 * @example
 * ```tsx
 * const why = usePollingStatus(({ reason }) => reason?.message);
 * ```
 */
export function usePollingStatus(): ReadonlySignal<PollingStatus>;
export function usePollingStatus<Selected>(
  selector: (status: PollingStatus) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): ReadonlySignal<Selected>;
export function usePollingStatus(
  selector?: (status: PollingStatus) => unknown,
  equals?: (a: unknown, b: unknown) => boolean,
): ReadonlySignal<unknown> {
  return useView(useFleet().polling.status, selector, equals);
}
