import type { ReactiveControllerHost } from 'lit';
import type { FleetSummary } from '../../index.js';
import { ofFleet, type FleetSource } from './fleet-source.js';
import { ViewController } from './view-controller.js';

/**
 * All limits of the fleet at a glance, in `value`.
 *
 * @example
 * ```ts
 * #worst = new FleetSummaryController(this, fleet, (summary) => summary.worst);
 * ```
 */
export class FleetSummaryController<Selected = FleetSummary> extends ViewController<FleetSummary, Selected> {
  /**
   * @param selector makes something else of it: the host then updates when that changes
   * @param equals keeps the last selection where it is equal to the new one. @default Object.is
   */
  constructor(
    host: ReactiveControllerHost,
    fleet: FleetSource,
    selector?: (summary: FleetSummary) => Selected,
    equals?: (a: Selected, b: Selected) => boolean,
  ) {
    super(
      host,
      ofFleet(fleet, (of) => of.limits.summary),
      selector,
      equals,
    );
  }
}
