import type { Database } from '../../index.js';
import { databaseOf, type Id } from '../questions.js';
import { useFleet } from './fleet-provider.js';
import { useView } from './use-view.js';

/**
 * The record of a database; `undefined` while there is none, or no id. It is polled while the component is mounted.
 *
 * @param selector makes something else of it: the component then renders when that changes
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 * @example
 * ```tsx
 * const database = useDatabase(id);
 * const state = useDatabase(id, (record) => record?.state);
 * ```
 */
export function useDatabase(id: Id): Database | undefined;
export function useDatabase<Selected>(
  id: Id,
  selector: (record: Database | undefined) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Selected;
export function useDatabase(
  id: Id,
  selector?: (record: Database | undefined) => unknown,
  equals?: (a: unknown, b: unknown) => boolean,
): unknown {
  return useView(databaseOf(useFleet(), id), selector, equals);
}
