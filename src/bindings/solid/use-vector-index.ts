import type { Accessor } from 'solid-js';
import type { IndexRecord } from '../../index.js';
import { vectorIndexOf, type Id } from '../questions.js';
import { useFleet } from './fleet-provider.js';
import { access, type MaybeAccessor } from './maybe-accessor.js';
import { useView } from './use-view.js';

/**
 * The record of a vector index, as an accessor; `undefined` while there is none, or no id. The list is polled until the
 * owner is disposed of.
 *
 * @param id or an accessor of one that changes: the record is never that of the id before
 * @param selector makes something else of it: what reads the accessor then runs when that changes
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 * @example
 * ```tsx
 * const index = useVectorIndex(() => props.id);
 * const dimensions = useVectorIndex(() => props.id, (record) => record?.dimension_count);
 * ```
 */
export function useVectorIndex(id: MaybeAccessor<Id>): Accessor<IndexRecord | undefined>;
export function useVectorIndex<Selected>(
  id: MaybeAccessor<Id>,
  selector: (record: IndexRecord | undefined) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Accessor<Selected>;
export function useVectorIndex(
  id: MaybeAccessor<Id>,
  selector?: (record: IndexRecord | undefined) => unknown,
  equals?: (a: unknown, b: unknown) => boolean,
): Accessor<unknown> {
  const fleet = useFleet();
  return useView(() => vectorIndexOf(fleet, access(id)), selector, equals);
}
