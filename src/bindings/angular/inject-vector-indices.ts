import type { Signal } from '@angular/core';
import type { IndexRecord } from '../../index.js';
import type { InjectOptions, SelectOptions } from './inject-options.js';
import { injectFleet } from './provide-fleet.js';
import { readSelection, type Selection } from './selection.js';
import { signalOf } from './signal-of.js';

/**
 * The records of all vector indices of the account. The list is polled while the component is there.
 *
 * @param selector makes something else of them, with what it reads of other signals
 * @example
 * ```ts
 * readonly indices = injectVectorIndices();
 * ```
 */
export function injectVectorIndices(options?: InjectOptions): Signal<readonly IndexRecord[]>;
export function injectVectorIndices<Selected>(
  selector: (records: readonly IndexRecord[]) => Selected,
  options?: SelectOptions<Selected>,
): Signal<Selected>;
export function injectVectorIndices(...selection: Selection<readonly IndexRecord[]>): Signal<unknown> {
  return signalOf(injectFleet(readSelection(selection)).indices.all, selection);
}
