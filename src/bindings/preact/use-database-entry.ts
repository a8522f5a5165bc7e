import type { Database, Entry } from '../../index.js';
import { databaseEntryOf, type Id } from '../questions.js';
import { useFleet } from './fleet-provider.js';
import { useView } from './use-view.js';

/**
 * The record of a database with all that is known of it: status, error, when it was confirmed. Renders with every
 * answer, since that confirms it; a selector says what of it matters.
 * An id that cannot be one has an entry with the error `invalid-request`.
 *
 * @example
 * ```tsx
 * const { record, status, error } = useDatabaseEntry(id);
 * const failed = useDatabaseEntry(id, ({ error }) => error?.message);
 * ```
 */
export function useDatabaseEntry(id: string): Entry<Database>;
export function useDatabaseEntry(id: Id): Entry<Database> | undefined;
export function useDatabaseEntry<Selected>(
  id: string,
  selector: (entry: Entry<Database>) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Selected;
export function useDatabaseEntry<Selected>(
  id: Id,
  selector: (entry: Entry<Database> | undefined) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Selected;
export function useDatabaseEntry(
  id: Id,
  selector?: (entry: never) => unknown,
  equals?: (a: unknown, b: unknown) => boolean,
): unknown {
  return useView(databaseEntryOf(useFleet(), id), selector as (entry: unknown) => unknown, equals);
}
