import { toValue, type MaybeRefOrGetter } from 'vue';
import type { Database } from '../../index.js';
import { databaseOf, type Id } from '../questions.js';
import { useFleet } from './fleet-plugin.js';
import { useView, type Shown } from './use-view.js';

/**
 * The record of a database; `undefined` while there is none, or no id. It is polled while the component is there.
 *
 * @param selector makes something else of it: the ref then changes when that does
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 * @example
 * ```ts
 * const database = useDatabase(() => props.id);
 * const state = useDatabase(() => props.id, (record) => record?.state);
 * ```
 */
export function useDatabase(id: MaybeRefOrGetter<Id>): Shown<Database | undefined>;
export function useDatabase<Selected>(
  id: MaybeRefOrGetter<Id>,
  selector: (record: Database | undefined) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Shown<Selected>;
export function useDatabase(
  id: MaybeRefOrGetter<Id>,
  selector?: (record: Database | undefined) => unknown,
  equals?: (a: unknown, b: unknown) => boolean,
): Shown<unknown> {
  const fleet = useFleet();
  return useView(() => databaseOf(fleet, toValue(id)), selector, equals);
}
