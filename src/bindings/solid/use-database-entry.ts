import type { Accessor } from 'solid-js';
import type { Database, Entry } from '../../index.js';
import { databaseEntryOf, type Id } from '../questions.js';
import { useFleet } from './fleet-provider.js';
import { access, type MaybeAccessor } from './maybe-accessor.js';
import { useView } from './use-view.js';

/**
 * The record of a database with all that is known of it, as an accessor: status, error, when it was confirmed. Changes
 * with every answer, since that confirms it; a selector says what of it matters.
 * An id that cannot be one has an entry with the error `invalid-request`.
 *
 * @example
 * ```tsx
 * const entry = useDatabaseEntry(() => props.id);
 * const failed = useDatabaseEntry(() => props.id, ({ error }) => error?.message);
 * ```
 */
export function useDatabaseEntry(id: MaybeAccessor<string>): Accessor<Entry<Database>>;
export function useDatabaseEntry(id: MaybeAccessor<Id>): Accessor<Entry<Database> | undefined>;
export function useDatabaseEntry<Selected>(
  id: MaybeAccessor<string>,
  selector: (entry: Entry<Database>) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Accessor<Selected>;
export function useDatabaseEntry<Selected>(
  id: MaybeAccessor<Id>,
  selector: (entry: Entry<Database> | undefined) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Accessor<Selected>;
export function useDatabaseEntry(
  id: MaybeAccessor<Id>,
  selector?: (entry: never) => unknown,
  equals?: (a: unknown, b: unknown) => boolean,
): Accessor<unknown> {
  const fleet = useFleet();
  return useView(() => databaseEntryOf(fleet, access(id)), selector as (entry: unknown) => unknown, equals);
}
