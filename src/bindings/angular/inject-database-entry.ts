import type { Signal } from '@angular/core';
import type { Database, Entry } from '../../index.js';
import { databaseEntryOf } from '../questions.js';
import { injectAnswer, type IdSource } from './inject-answer.js';
import type { InjectOptions, SelectOptions } from './inject-options.js';
import type { Selection } from './selection.js';

/**
 * The record of a database with all that is known of it: status, error, when it was confirmed. It is another one with
 * every answer, since that confirms it; a selector says what of it matters.
 * An id that cannot be one has an entry with the error `invalid-request`.
 *
 * @param id a function, such as an input, where it may change
 * @param selector makes something else of it, with what it reads of other signals
 * @example
 * ```ts
 * readonly id = input.required<string>();
 * readonly failed = injectDatabaseEntry(this.id, ({ error }) => error?.message);
 * ```
 */
export function injectDatabaseEntry(id: IdSource<string>, options?: InjectOptions): Signal<Entry<Database>>;
export function injectDatabaseEntry(id: IdSource, options?: InjectOptions): Signal<Entry<Database> | undefined>;
export function injectDatabaseEntry<Selected>(
  id: IdSource<string>,
  selector: (entry: Entry<Database>) => Selected,
  options?: SelectOptions<Selected>,
): Signal<Selected>;
export function injectDatabaseEntry<Selected>(
  id: IdSource,
  selector: (entry: Entry<Database> | undefined) => Selected,
  options?: SelectOptions<Selected>,
): Signal<Selected>;
export function injectDatabaseEntry(id: IdSource, ...selection: Selection<never>): Signal<unknown> {
  return injectAnswer(databaseEntryOf, id, ...(selection as Selection<unknown>));
}
