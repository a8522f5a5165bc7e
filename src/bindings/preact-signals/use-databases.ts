import type { ReadonlySignal } from '@preact/signals';
import type { Database } from '../../index.js';
import { useFleet } from '../preact/fleet-provider.js';
import { useView } from './use-view.js';

/**
 * The records of all known databases, as a signal, in the order in which they became known. Changes when any of them
 * does: for long lists take the ids alone (`useView(fleet.databases.tracked)`) and have each row use `useDatabase`.
 *
 * @param selector makes something else of them: the signal then changes when that does
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 */
export function useDatabases(): ReadonlySignal<readonly Database[]>;
export function useDatabases<Selected>(
  selector: (records: readonly Database[]) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): ReadonlySignal<Selected>;
export function useDatabases(
  selector?: (records: readonly Database[]) => unknown,
  equals?: (a: unknown, b: unknown) => boolean,
): ReadonlySignal<unknown> {
  return useView(useFleet().databases.all, selector, equals);
}
