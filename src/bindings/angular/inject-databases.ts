import type { Signal } from '@angular/core';
import type { Database } from '../../index.js';
import type { InjectOptions, SelectOptions } from './inject-options.js';
import { injectFleet } from './provide-fleet.js';
import { readSelection, type Selection } from './selection.js';
import { signalOf } from './signal-of.js';

/**
 * The records of all known databases, in the order in which they became known. It is another list when any of them
 * changes: for long lists take the ids alone (`injectView(injectFleet().databases.tracked)`), and have each row use
 * `injectDatabase`.
 *
 * @param selector makes something else of them, with what it reads of other signals
 * @example
 * ```ts
 * readonly names = injectDatabases((all) => all.map((database) => database.database_name), { equal: sameItems });
 * ```
 */
export function injectDatabases(options?: InjectOptions): Signal<readonly Database[]>;
export function injectDatabases<Selected>(
  selector: (records: readonly Database[]) => Selected,
  options?: SelectOptions<Selected>,
): Signal<Selected>;
export function injectDatabases(...selection: Selection<readonly Database[]>): Signal<unknown> {
  return signalOf(injectFleet(readSelection(selection)).databases.all, selection);
}
