import type { Signal } from '@angular/core';
import type { FleetSummary } from '../../index.js';
import type { InjectOptions, SelectOptions } from './inject-options.js';
import { injectFleet } from './provide-fleet.js';
import { readSelection, type Selection } from './selection.js';
import { signalOf } from './signal-of.js';

/**
 * All limits of the fleet at a glance.
 *
 * @param selector makes something else of it, with what it reads of other signals
 * @example
 * ```ts
 * readonly worst = injectFleetSummary((summary) => summary.worst);
 * ```
 */
export function injectFleetSummary(options?: InjectOptions): Signal<FleetSummary>;
export function injectFleetSummary<Selected>(
  selector: (summary: FleetSummary) => Selected,
  options?: SelectOptions<Selected>,
): Signal<Selected>;
export function injectFleetSummary(...selection: Selection<FleetSummary>): Signal<unknown> {
  return signalOf(injectFleet(readSelection(selection)).limits.summary, selection);
}
