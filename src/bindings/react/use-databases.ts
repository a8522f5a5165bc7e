import type { Database } from '../../index.js';
import { useFleet } from './fleet-provider.js';
import { useView } from './use-view.js';

/**
 * The records of all known databases, in the order in which they became known. Renders when any of them changes: for
 * long lists take the ids alone (`useView(fleet.databases.tracked)`) and have each row use `useDatabase`.
 *
 * @param selector makes something else of them: the component then renders when that changes
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 */
export function useDatabases(): readonly Database[];
export function useDatabases<Selected>(
  selector: (records: readonly Database[]) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Selected;
export function useDatabases(
  selector?: (records: readonly Database[]) => unknown,
  equals?: (a: unknown, b: unknown) => boolean,
): unknown {
  return useView(useFleet().databases.all, selector, equals);
}
