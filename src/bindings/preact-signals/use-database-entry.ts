import type { ReadonlySignal } from '@preact/signals';
import type { Database, Entry } from '../../index.js';
import { databaseEntryOf, type Id } from '../questions.js';
import { useFleet } from '../preact/fleet-provider.js';
import { readSignal, type MaybeSignal } from './maybe-signal.js';
import { useView } from './use-view.js';

/**
 * The record of a database with all that is known of it, as a signal: status, error, when it was confirmed. Changes with
 * every answer, since that confirms it; a selector says what of it matters.
 * An id that cannot be one has an entry with the error `invalid-request`.
 *
 * @param id or a signal of one
 * @example
 * ```tsx
 * const failed = useDatabaseEntry(id, ({ error }) => error?.message);
 * {failed.value && <p role="alert">{failed}</p>}
 * ```
 */
export function useDatabaseEntry(id: MaybeSignal<string>): ReadonlySignal<Entry<Database>>;
export function useDatabaseEntry(id: MaybeSignal<Id>): ReadonlySignal<Entry<Database> | undefined>;
export function useDatabaseEntry<Selected>(
  id: MaybeSignal<string>,
  selector: (entry: Entry<Database>) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): ReadonlySignal<Selected>;
export function useDatabaseEntry<Selected>(
  id: MaybeSignal<Id>,
  selector: (entry: Entry<Database> | undefined) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): ReadonlySignal<Selected>;
export function useDatabaseEntry(
  id: MaybeSignal<Id>,
  selector?: (entry: never) => unknown,
  equals?: (a: unknown, b: unknown) => boolean,
): ReadonlySignal<unknown> {
  return useView(databaseEntryOf(useFleet(), readSignal(id)), selector as (entry: unknown) => unknown, equals);
}
