import type { Database, Entry } from '../../index.js';
import { databaseEntryOf, type Id } from '../questions.js';
import { useFleet } from './fleet-context.js';
import { valueOf, type MaybeGetter } from './maybe-getter.js';
import { useView, type Current } from './use-view.js';

/**
 * The record of a database with all that is known of it: status, error, when it was confirmed. It changes with every
 * answer, since that confirms it; a selector says what of it matters.
 * An id that cannot be one has an entry with the error `invalid-request`.
 *
 * @param selector makes something else of it: effects then run again when that changes
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 * @example
 * ```ts
 * const entry = useDatabaseEntry(() => id);
 * const failed = useDatabaseEntry(() => id, ({ error }) => error?.message);
 * ```
 */
export function useDatabaseEntry(id: MaybeGetter<string>): Current<Entry<Database>>;
export function useDatabaseEntry(id: MaybeGetter<Id>): Current<Entry<Database> | undefined>;
export function useDatabaseEntry<Selected>(
  id: MaybeGetter<string>,
  selector: (entry: Entry<Database>) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Current<Selected>;
export function useDatabaseEntry<Selected>(
  id: MaybeGetter<Id>,
  selector: (entry: Entry<Database> | undefined) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Current<Selected>;
export function useDatabaseEntry(
  id: MaybeGetter<Id>,
  selector?: (entry: never) => unknown,
  equals?: (a: unknown, b: unknown) => boolean,
): Current<unknown> {
  const fleet = useFleet();
  return useView(() => databaseEntryOf(fleet, valueOf(id)), selector as (entry: unknown) => unknown, equals);
}
