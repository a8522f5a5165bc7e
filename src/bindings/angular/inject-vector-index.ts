import type { Signal } from '@angular/core';
import type { IndexRecord } from '../../index.js';
import { vectorIndexOf } from '../questions.js';
import { injectAnswer, type IdSource } from './inject-answer.js';
import type { InjectOptions, SelectOptions } from './inject-options.js';
import type { Selection } from './selection.js';

/**
 * The record of a vector index; `undefined` while there is none, or no id. The list is polled while the component is there.
 *
 * @param id a function, such as an input, where it may change
 * @param selector makes something else of it, with what it reads of other signals
 * @example
 * ```ts
 * readonly id = input.required<string>();
 * readonly index = injectVectorIndex(this.id);
 * ```
 */
export function injectVectorIndex(id: IdSource, options?: InjectOptions): Signal<IndexRecord | undefined>;
export function injectVectorIndex<Selected>(
  id: IdSource,
  selector: (record: IndexRecord | undefined) => Selected,
  options?: SelectOptions<Selected>,
): Signal<Selected>;
export function injectVectorIndex(id: IdSource, ...selection: Selection<IndexRecord | undefined>): Signal<unknown> {
  return injectAnswer(vectorIndexOf, id, ...selection);
}
