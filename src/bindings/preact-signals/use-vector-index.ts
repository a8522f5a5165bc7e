import type { ReadonlySignal } from '@preact/signals';
import type { IndexRecord } from '../../index.js';
import { vectorIndexOf, type Id } from '../questions.js';
import { useFleet } from '../preact/fleet-provider.js';
import { readSignal, type MaybeSignal } from './maybe-signal.js';
import { useView } from './use-view.js';

/**
 * The record of a vector index, as a signal; `undefined` while there is none, or no id. The list is polled while the
 * component is mounted.
 *
 * @param id or a signal of one
 * @param selector makes something else of it: the signal then changes when that does
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 * @example
 * ```tsx
 * const dimensions = useVectorIndex(id, (record) => record?.dimension_count);
 * <p>{dimensions} dimensions</p>
 * ```
 */
export function useVectorIndex(id: MaybeSignal<Id>): ReadonlySignal<IndexRecord | undefined>;
export function useVectorIndex<Selected>(
  id: MaybeSignal<Id>,
  selector: (record: IndexRecord | undefined) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): ReadonlySignal<Selected>;
export function useVectorIndex(
  id: MaybeSignal<Id>,
  selector?: (record: IndexRecord | undefined) => unknown,
  equals?: (a: unknown, b: unknown) => boolean,
): ReadonlySignal<unknown> {
  return useView(vectorIndexOf(useFleet(), readSignal(id)), selector, equals);
}
