import type { Signal } from '@angular/core';
import type { Database } from '../../index.js';
import { databaseOf } from '../questions.js';
import { injectAnswer, type IdSource } from './inject-answer.js';
import type { InjectOptions, SelectOptions } from './inject-options.js';
import type { Selection } from './selection.js';

/**
 * The record of a database; `undefined` while there is none, or no id. It is polled while the component is there.
 *
 * @param id a function, such as an input, where it may change
 * @param selector makes something else of it, with what it reads of other signals
 * @example
 * ```ts
 * readonly id = input<string>();
 * readonly database = injectDatabase(this.id);
 * readonly state = injectDatabase(this.id, (record) => record?.state);
 * ```
 */
export function injectDatabase(id: IdSource, options?: InjectOptions): Signal<Database | undefined>;
export function injectDatabase<Selected>(
  id: IdSource,
  selector: (record: Database | undefined) => Selected,
  options?: SelectOptions<Selected>,
): Signal<Selected>;
export function injectDatabase(id: IdSource, ...selection: Selection<Database | undefined>): Signal<unknown> {
  return injectAnswer(databaseOf, id, ...selection);
}
