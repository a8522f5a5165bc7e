import type { IndexRecord } from '../../index.js';
import { vectorIndexOf, type Id } from '../questions.js';
import { useFleet } from './fleet-provider.js';
import { useView } from './use-view.js';

/**
 * The record of a vector index; `undefined` while there is none, or no id. The list is polled while the component is mounted.
 *
 * @param selector makes something else of it: the component then renders when that changes
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 * @example
 * ```tsx
 * const index = useVectorIndex(id);
 * const dimensions = useVectorIndex(id, (record) => record?.dimension_count);
 * ```
 */
export function useVectorIndex(id: Id): IndexRecord | undefined;
export function useVectorIndex<Selected>(
  id: Id,
  selector: (record: IndexRecord | undefined) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Selected;
export function useVectorIndex(
  id: Id,
  selector?: (record: IndexRecord | undefined) => unknown,
  equals?: (a: unknown, b: unknown) => boolean,
): unknown {
  return useView(vectorIndexOf(useFleet(), id), selector, equals);
}
