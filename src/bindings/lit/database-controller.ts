import type { ReactiveControllerHost } from 'lit';
import type { Database } from '../../index.js';
import { databaseOf } from '../questions.js';
import { ofFleet, type FleetSource } from './fleet-source.js';
import { idOf, type IdSource } from './id-source.js';
import { ViewController } from './view-controller.js';

/**
 * The record of a database, in `value`; `undefined` while there is none, or no id. It is polled while the host is
 * connected.
 *
 * @example
 * ```ts
 * #database = new DatabaseController(this, fleet, () => this.databaseId);
 * #state = new DatabaseController(this, fleet, () => this.databaseId, (record) => record?.state);
 * ```
 */
export class DatabaseController<Selected = Database | undefined> extends ViewController<
  Database | undefined,
  Selected
> {
  /**
   * @param selector makes something else of it: the host then updates when that changes
   * @param equals keeps the last selection where it is equal to the new one. @default Object.is
   */
  constructor(
    host: ReactiveControllerHost,
    fleet: FleetSource,
    id: IdSource,
    selector?: (record: Database | undefined) => Selected,
    equals?: (a: Selected, b: Selected) => boolean,
  ) {
    super(
      host,
      ofFleet(fleet, (of) => databaseOf(of, idOf(id))),
      selector,
      equals,
    );
  }
}
