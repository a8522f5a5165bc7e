import { computed, type Signal } from '@angular/core';
import type { Fleet } from '../../index.js';
import type { Id } from '../questions.js';
import type { Readable } from '../readable.js';
import { injectFleet } from './provide-fleet.js';
import { readSelection, type Selection } from './selection.js';
import { signalOf } from './signal-of.js';

/** An id, or a function that gives one: a signal is one, such as an input of the component. */
export type IdSource<I extends Id = Id> = I | (() => I);

/** What the fleet answers about an id. */
export function injectAnswer<T>(
  about: (fleet: Fleet, id: Id) => Readable<T>,
  id: IdSource,
  ...selection: Selection<T>
): Signal<unknown> {
  const fleet = injectFleet(readSelection(selection));
  if (typeof id !== 'function') return signalOf(about(fleet, id), selection);
  // Asked again for another id only, whatever else the function reads.
  const current = computed(id);
  return signalOf(() => about(fleet, current()), selection);
}
