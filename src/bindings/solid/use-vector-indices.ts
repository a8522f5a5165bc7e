import type { Accessor } from 'solid-js';
import type { IndexRecord } from '../../index.js';
import { useFleet } from './fleet-provider.js';
import { useView } from './use-view.js';

/**
 * The records of all vector indices of the account, as an accessor. The list is polled until the owner is disposed of.
 *
 * @param selector makes something else of them: what reads the accessor then runs when that changes
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 */
export function useVectorIndices(): Accessor<readonly IndexRecord[]>;
export function useVectorIndices<Selected>(
  selector: (records: readonly IndexRecord[]) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Accessor<Selected>;
export function useVectorIndices(
  selector?: (records: readonly IndexRecord[]) => unknown,
  equals?: (a: unknown, b: unknown) => boolean,
): Accessor<unknown> {
  return useView(useFleet().indices.all, selector, equals);
}
