import { toValue, type MaybeRefOrGetter } from 'vue';
import type { Database, Entry } from '../../index.js';
import { databaseEntryOf, type Id } from '../questions.js';
import { useFleet } from './fleet-plugin.js';
import { useView, type Shown } from './use-view.js';

/**
 * The record of a database with all that is known of it: status, error, when it was confirmed. It changes with every
 * answer, since that confirms it; a selector says what of it matters.
 * An id that cannot be one has an entry with the error `invalid-request`.
 *
 * @param selector makes something else of it: the ref then changes when that does
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 * @example
 * ```ts
 * const entry = useDatabaseEntry(() => props.id);
 * const failed = useDatabaseEntry(() => props.id, ({ error }) => error?.message);
 * ```
 */
export function useDatabaseEntry(id: MaybeRefOrGetter<string>): Shown<Entry<Database>>;
export function useDatabaseEntry(id: MaybeRefOrGetter<Id>): Shown<Entry<Database> | undefined>;
export function useDatabaseEntry<Selected>(
  id: MaybeRefOrGetter<string>,
  selector: (entry: Entry<Database>) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Shown<Selected>;
export function useDatabaseEntry<Selected>(
  id: MaybeRefOrGetter<Id>,
  selector: (entry: Entry<Database> | undefined) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Shown<Selected>;
export function useDatabaseEntry(
  id: MaybeRefOrGetter<Id>,
  selector?: (entry: never) => unknown,
  equals?: (a: unknown, b: unknown) => boolean,
): Shown<unknown> {
  const fleet = useFleet();
  return useView(() => databaseEntryOf(fleet, toValue(id)), selector as (entry: unknown) => unknown, equals);
}
