import type { ReadonlySignal } from '@preact/signals';
import type { IndexRecord } from '../../index.js';
import { useFleet } from '../preact/fleet-provider.js';
import { useView } from './use-view.js';

/**
 * The records of all vector indices of the account, as a signal. The list is polled while the component is mounted.
 *
 * @param selector makes something else of them: the signal then changes when that does
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 */
export function useVectorIndices(): ReadonlySignal<readonly IndexRecord[]>;
export function useVectorIndices<Selected>(
  selector: (records: readonly IndexRecord[]) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): ReadonlySignal<Selected>;
export function useVectorIndices(
  selector?: (records: readonly IndexRecord[]) => unknown,
  equals?: (a: unknown, b: unknown) => boolean,
): ReadonlySignal<unknown> {
  return useView(useFleet().indices.all, selector, equals);
}
