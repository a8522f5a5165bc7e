import type { IndexRecord } from '../../index.js';
import { useFleet } from './fleet-plugin.js';
import { useView, type Shown } from './use-view.js';

/**
 * The records of all vector indices of the account. The list is polled while the component is there.
 *
 * @param selector makes something else of them: the ref then changes when that does
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 */
export function useVectorIndices(): Shown<readonly IndexRecord[]>;
export function useVectorIndices<Selected>(
  selector: (records: readonly IndexRecord[]) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Shown<Selected>;
export function useVectorIndices(
  selector?: (records: readonly IndexRecord[]) => unknown,
  equals?: (a: unknown, b: unknown) => boolean,
): Shown<unknown> {
  return useView(useFleet().indices.all, selector, equals);
}
