import type { ReactiveControllerHost } from 'lit';
import type { IndexRecord } from '../../index.js';
import { vectorIndexOf } from '../questions.js';
import { ofFleet, type FleetSource } from './fleet-source.js';
import { idOf, type IdSource } from './id-source.js';
import { ViewController } from './view-controller.js';

/**
 * The record of a vector index, in `value`; `undefined` while there is none, or no id. The list is polled while the host
 * is connected.
 *
 * @example
 * ```ts
 * #index = new VectorIndexController(this, fleet, () => this.indexId);
 * #dimensions = new VectorIndexController(this, fleet, () => this.indexId, (record) => record?.dimension_count);
 * ```
 */
export class VectorIndexController<Selected = IndexRecord | undefined> extends ViewController<
  IndexRecord | undefined,
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
    selector?: (record: IndexRecord | undefined) => Selected,
    equals?: (a: Selected, b: Selected) => boolean,
  ) {
    super(
      host,
      ofFleet(fleet, (of) => vectorIndexOf(of, idOf(id))),
      selector,
      equals,
    );
  }
}
