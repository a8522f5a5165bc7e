import type { ReactiveControllerHost } from 'lit';
import type { PollingStatus } from '../../index.js';
import { ofFleet, type FleetSource } from './fleet-source.js';
import { ViewController } from './view-controller.js';

/**
 * Whether polling runs, why not, until when, and how much there is to do, in `value`. It counts as it works: a selector
 * says what of it matters.
 *
 * @example
 * ```ts
 * #why = new PollingStatusController(this, fleet, ({ reason }) => reason?.message);
 * ```
 */
export class PollingStatusController<Selected = PollingStatus> extends ViewController<PollingStatus, Selected> {
  /**
   * @param selector makes something else of it: the host then updates when that changes
   * @param equals keeps the last selection where it is equal to the new one. @default Object.is
   */
  constructor(
    host: ReactiveControllerHost,
    fleet: FleetSource,
    selector?: (status: PollingStatus) => Selected,
    equals?: (a: Selected, b: Selected) => boolean,
  ) {
    super(
      host,
      ofFleet(fleet, (of) => of.polling.status),
      selector,
      equals,
    );
  }
}
