import { toValue, type MaybeRefOrGetter } from 'vue';
import type { IndexRecord } from '../../index.js';
import { vectorIndexOf, type Id } from '../questions.js';
import { useFleet } from './fleet-plugin.js';
import { useView, type Shown } from './use-view.js';

/**
 * The record of a vector index; `undefined` while there is none, or no id. The list is polled while the component is there.
 *
 * @param selector makes something else of it: the ref then changes when that does
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 * @example
 * ```ts
 * const index = useVectorIndex(() => props.id);
 * const dimensions = useVectorIndex(() => props.id, (record) => record?.dimension_count);
 * ```
 */
export function useVectorIndex(id: MaybeRefOrGetter<Id>): Shown<IndexRecord | undefined>;
export function useVectorIndex<Selected>(
  id: MaybeRefOrGetter<Id>,
  selector: (record: IndexRecord | undefined) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Shown<Selected>;
export function useVectorIndex(
  id: MaybeRefOrGetter<Id>,
  selector?: (record: IndexRecord | undefined) => unknown,
  equals?: (a: unknown, b: unknown) => boolean,
): Shown<unknown> {
  const fleet = useFleet();
  return useView(() => vectorIndexOf(fleet, toValue(id)), selector, equals);
}
