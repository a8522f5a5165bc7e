import { computed, type Signal } from '@angular/core';
import type { RecentTransitionsOptions, Transition } from '../../index.js';
import { transitionsOf } from '../questions.js';
import type { InjectOptions } from './inject-options.js';
import { injectView } from './inject-view.js';
import { injectFleet } from './provide-fleet.js';

/**
 * The last transitions, newest first, with those from before the component was there. To act on each of them,
 * subscribe to `injectFleet().transitions`.
 *
 * @param which a function, where it may change
 * @throws FleetError `invalid-request` for a limit that is no integer of 0 or more
 * @example
 * ```ts
 * readonly transitions = injectTransitions(() => ({ id: this.id(), limit: 10 }));
 * ```
 */
export function injectTransitions(
  which: RecentTransitionsOptions | (() => RecentTransitionsOptions) = {},
  options: InjectOptions = {},
): Signal<readonly Transition[]> {
  const fleet = injectFleet(options);
  if (typeof which !== 'function') return injectView(transitionsOf(fleet, which), options);
  const current = computed(which, { equal: isSame });
  return injectView(() => transitionsOf(fleet, current()), options);
}

/** Asked for the same by another object, the answer stays the same one. */
function isSame(a: RecentTransitionsOptions, b: RecentTransitionsOptions): boolean {
  return a.id === b.id && a.limit === b.limit;
}
