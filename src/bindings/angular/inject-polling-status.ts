import type { Signal } from '@angular/core';
import type { PollingStatus } from '../../index.js';
import type { InjectOptions, SelectOptions } from './inject-options.js';
import { injectFleet } from './provide-fleet.js';
import { readSelection, type Selection } from './selection.js';
import { signalOf } from './signal-of.js';

/**
 * Whether polling runs, why not, until when, and how much there is to do. It counts as it works: a selector says what
 * of it matters.
 *
 * @param selector makes something else of it, with what it reads of other signals
 * @example
 * ```ts
 * readonly why = injectPollingStatus(({ reason }) => reason?.message);
 * ```
 */
export function injectPollingStatus(options?: InjectOptions): Signal<PollingStatus>;
export function injectPollingStatus<Selected>(
  selector: (status: PollingStatus) => Selected,
  options?: SelectOptions<Selected>,
): Signal<Selected>;
export function injectPollingStatus(...selection: Selection<PollingStatus>): Signal<unknown> {
  return signalOf(injectFleet(readSelection(selection)).polling.status, selection);
}
