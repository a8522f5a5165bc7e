import type { ReactiveControllerHost } from 'lit';
import type { LimitUsage, ResourceKind } from '../../index.js';
import { kept } from '../kept.js';
import { limitsOf } from '../questions.js';
import { ofFleet, type FleetSource } from './fleet-source.js';
import { idOf, type IdSource } from './id-source.js';
import { ViewController } from './view-controller.js';

/**
 * The limits of a database or a vector index with what is used of them, in `value`; empty while there is no record, or
 * no id.
 *
 * @example
 * ```ts
 * #limits = new LimitsController(this, fleet, 'database', () => this.databaseId);
 * ```
 * @see api.md, Limits.
 */
export class LimitsController<Selected = readonly LimitUsage[]> extends ViewController<
  readonly LimitUsage[],
  Selected
> {
  /**
   * @param selector makes something else of them: the host then updates when that changes
   * @param equals keeps the last selection where it is equal to the new one. @default Object.is
   */
  constructor(
    host: ReactiveControllerHost,
    fleet: FleetSource,
    resource: ResourceKind | (() => ResourceKind),
    id: IdSource,
    selector?: (limits: readonly LimitUsage[]) => Selected,
    equals?: (a: Selected, b: Selected) => boolean,
  ) {
    const currentResource = typeof resource === 'function' ? resource : (): ResourceKind => resource;
    const limits = kept(limitsOf);
    super(
      host,
      ofFleet(fleet, (of) => limits(of, currentResource(), idOf(id))),
      selector,
      equals,
    );
  }
}
