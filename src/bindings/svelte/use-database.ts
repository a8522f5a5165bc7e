import type { Database } from '../../index.js';
import { databaseOf, type Id } from '../questions.js';
import { useFleet } from './fleet-context.js';
import { valueOf, type MaybeGetter } from './maybe-getter.js';
import { useView, type Current } from './use-view.js';

/**
 * The record of a database; `undefined` while there is none, or no id. It is polled while an effect reads it.
 *
 * @param selector makes something else of it: effects then run again when that changes
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 * @example
 * ```ts
 * const database = useDatabase(() => id);
 * const state = useDatabase(() => id, (record) => record?.state);
 * ```
 */
export function useDatabase(id: MaybeGetter<Id>): Current<Database | undefined>;
export function useDatabase<Selected>(
  id: MaybeGetter<Id>,
  selector: (record: Database | undefined) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Current<Selected>;
export function useDatabase(
  id: MaybeGetter<Id>,
  selector?: (record: Database | undefined) => unknown,
  equals?: (a: unknown, b: unknown) => boolean,
): Current<unknown> {
  const fleet = useFleet();
  return useView(() => databaseOf(fleet, valueOf(id)), selector, equals);
}
