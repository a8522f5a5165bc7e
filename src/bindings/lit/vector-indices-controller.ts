import type { ReactiveControllerHost } from 'lit';
import type { IndexRecord } from '../../index.js';
import { ofFleet, type FleetSource } from './fleet-source.js';
import { ViewController } from './view-controller.js';

/**
 * The records of all vector indices of the account, in `value`. The list is polled while the host is connected.
 */
export class VectorIndicesController<Selected = readonly IndexRecord[]> extends ViewController<
  readonly IndexRecord[],
  Selected
> {
  /**
   * @param selector makes something else of them: the host then updates when that changes
   * @param equals keeps the last selection where it is equal to the new one. @default Object.is
   */
  constructor(
    host: ReactiveControllerHost,
    fleet: FleetSource,
    selector?: (records: readonly IndexRecord[]) => Selected,
    equals?: (a: Selected, b: Selected) => boolean,
  ) {
    super(
      host,
      ofFleet(fleet, (of) => of.indices.all),
      selector,
      equals,
    );
  }
}
