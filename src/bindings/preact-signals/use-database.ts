import type { ReadonlySignal } from '@preact/signals';
import type { Database } from '../../index.js';
import { databaseOf, type Id } from '../questions.js';
import { useFleet } from '../preact/fleet-provider.js';
import { readSignal, type MaybeSignal } from './maybe-signal.js';
import { useView } from './use-view.js';

/**
 * The record of a database, as a signal; `undefined` while there is none, or no id. It is polled while the component is
 * mounted.
 *
 * @param id or a signal of one
 * @param selector makes something else of it: the signal then changes when that does
 * @param equals keeps the last selection where it is equal to the new one. @default Object.is
 * @example
 * ```tsx
 * const name = useDatabase(id, (record) => record?.database_name);
 * <h1>{name}</h1> // when it changes, this text does, and the component does not render
 * ```
 */
export function useDatabase(id: MaybeSignal<Id>): ReadonlySignal<Database | undefined>;
export function useDatabase<Selected>(
  id: MaybeSignal<Id>,
  selector: (record: Database | undefined) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): ReadonlySignal<Selected>;
export function useDatabase(
  id: MaybeSignal<Id>,
  selector?: (record: Database | undefined) => unknown,
  equals?: (a: unknown, b: unknown) => boolean,
): ReadonlySignal<unknown> {
  return useView(databaseOf(useFleet(), readSignal(id)), selector, equals);
}
