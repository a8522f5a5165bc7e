import type { IndexRecord } from '../../index.js';
import { useFleet } from './fleet-context.js';
import { useView, type Current } from './use-view.js';

/**
 * The records of all vector indices of the account. The list is polled while an effect reads it.
 *
 * @param selector makes something else of them: effects then run again when that changes
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 */
export function useVectorIndices(): Current<readonly IndexRecord[]>;
export function useVectorIndices<Selected>(
  selector: (records: readonly IndexRecord[]) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Current<Selected>;
export function useVectorIndices(
  selector?: (records: readonly IndexRecord[]) => unknown,
  equals?: (a: unknown, b: unknown) => boolean,
): Current<unknown> {
  return useView(useFleet().indices.all, selector, equals);
}
