import type { Accessor } from 'solid-js';
import type { Database } from '../../index.js';
import { useFleet } from './fleet-provider.js';
import { useView } from './use-view.js';

/**
 * The records of all known databases, as an accessor, in the order in which they became known. Changes when any of them
 * does: for lists take the ids alone (`<For each={useView(fleet.databases.tracked)()}>`) and have each row use `useDatabase`,
 * so that a row stays when its record is another.
 *
 * @param selector makes something else of them: what reads the accessor then runs when that changes
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 */
export function useDatabases(): Accessor<readonly Database[]>;
export function useDatabases<Selected>(
  selector: (records: readonly Database[]) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Accessor<Selected>;
export function useDatabases(
  selector?: (records: readonly Database[]) => unknown,
  equals?: (a: unknown, b: unknown) => boolean,
): Accessor<unknown> {
  return useView(useFleet().databases.all, selector, equals);
}
