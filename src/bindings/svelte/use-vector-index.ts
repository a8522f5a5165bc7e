import type { IndexRecord } from '../../index.js';
import { vectorIndexOf, type Id } from '../questions.js';
import { useFleet } from './fleet-context.js';
import { valueOf, type MaybeGetter } from './maybe-getter.js';
import { useView, type Current } from './use-view.js';

/**
 * The record of a vector index; `undefined` while there is none, or no id. The list is polled while an effect reads it.
 *
 * @param selector makes something else of it: effects then run again when that changes
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 * @example
 * ```ts
 * const index = useVectorIndex(() => id);
 * const dimensions = useVectorIndex(() => id, (record) => record?.dimension_count);
 * ```
 */
export function useVectorIndex(id: MaybeGetter<Id>): Current<IndexRecord | undefined>;
export function useVectorIndex<Selected>(
  id: MaybeGetter<Id>,
  selector: (record: IndexRecord | undefined) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Current<Selected>;
export function useVectorIndex(
  id: MaybeGetter<Id>,
  selector?: (record: IndexRecord | undefined) => unknown,
  equals?: (a: unknown, b: unknown) => boolean,
): Current<unknown> {
  const fleet = useFleet();
  return useView(() => vectorIndexOf(fleet, valueOf(id)), selector, equals);
}
