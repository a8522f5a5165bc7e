import type { Accessor } from 'solid-js';
import type { Database } from '../../index.js';
import { databaseOf, type Id } from '../questions.js';
import { useFleet } from './fleet-provider.js';
import { access, type MaybeAccessor } from './maybe-accessor.js';
import { useView } from './use-view.js';

/**
 * The record of a database, as an accessor; `undefined` while there is none, or no id. It is polled until the owner is
 * disposed of.
 *
 * @param id or an accessor of one that changes: the record is never that of the id before
 * @param selector makes something else of it: what reads the accessor then runs when that changes
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 * @example
 * ```tsx
 * const database = useDatabase(() => props.id);
 * const state = useDatabase(() => props.id, (record) => record?.state);
 * ```
 */
export function useDatabase(id: MaybeAccessor<Id>): Accessor<Database | undefined>;
export function useDatabase<Selected>(
  id: MaybeAccessor<Id>,
  selector: (record: Database | undefined) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Accessor<Selected>;
export function useDatabase(
  id: MaybeAccessor<Id>,
  selector?: (record: Database | undefined) => unknown,
  equals?: (a: unknown, b: unknown) => boolean,
): Accessor<unknown> {
  const fleet = useFleet();
  return useView(() => databaseOf(fleet, access(id)), selector, equals);
}
