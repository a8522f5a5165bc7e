import type { ReactiveControllerHost } from 'lit';
import type { Database } from '../../index.js';
import { ofFleet, type FleetSource } from './fleet-source.js';
import { ViewController } from './view-controller.js';

/**
 * The records of all known databases, in `value`, in the order in which they became known. The host updates when any of
 * them changes: for lists take the ids alone (`new ViewController(this, fleet.databases.tracked)`) and make each row an
 * element with a `DatabaseController` of its own.
 */
export class DatabasesController<Selected = readonly Database[]> extends ViewController<readonly Database[], Selected> {
  /**
   * @param selector makes something else of them: the host then updates when that changes
   * @param equals keeps the last selection where it is equal to the new one. @default Object.is
   */
  constructor(
    host: ReactiveControllerHost,
    fleet: FleetSource,
    selector?: (records: readonly Database[]) => Selected,
    equals?: (a: Selected, b: Selected) => boolean,
  ) {
    super(
      host,
      ofFleet(fleet, (of) => of.databases.all),
      selector,
      equals,
    );
  }
}
