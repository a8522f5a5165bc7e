import type { Database } from '../../index.js';
import { useFleet } from './fleet-plugin.js';
import { useView, type Shown } from './use-view.js';

/**
 * The records of all known databases, in the order in which they became known. It changes when any of them does: for
 * long lists take the ids alone (`useView(fleet.databases.tracked)`) and have each row use `useDatabase`.
 *
 * @param selector makes something else of them: the ref then changes when that does
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 */
export function useDatabases(): Shown<readonly Database[]>;
export function useDatabases<Selected>(
  selector: (records: readonly Database[]) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Shown<Selected>;
export function useDatabases(
  selector?: (records: readonly Database[]) => unknown,
  equals?: (a: unknown, b: unknown) => boolean,
): Shown<unknown> {
  return useView(useFleet().databases.all, selector, equals);
}
