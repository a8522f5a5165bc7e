import type { ReactiveControllerHost } from 'lit';
import type { Fleet, RecentTransitionsOptions, Transition } from '../../index.js';
import { kept } from '../kept.js';
import { transitionsOf } from '../questions.js';
import { ofFleet, type FleetSource } from './fleet-source.js';
import { ViewController } from './view-controller.js';

/**
 * The last transitions, in `value`, newest first, with those from before the element was there. To act on each of them,
 * subscribe to `fleet.transitions` in `connectedCallback`. A limit that is no integer of 0 or more makes the update, and
 * the reading of `value`, throw FleetError `invalid-request`.
 *
 * @example
 * ```ts
 * #transitions = new TransitionsController(this, fleet, () => ({ id: this.databaseId, limit: 10 }));
 * ```
 */
export class TransitionsController extends ViewController<readonly Transition[]> {
  /** @param options or what gives them: asked again at each update of the host */
  constructor(
    host: ReactiveControllerHost,
    fleet: FleetSource,
    options: RecentTransitionsOptions | (() => RecentTransitionsOptions) = {},
  ) {
    const current = typeof options === 'function' ? options : (): RecentTransitionsOptions => options;
    const transitions = kept((of: Fleet, id: string | undefined, limit: number | undefined) =>
      transitionsOf(of, { id, limit }),
    );
    super(
      host,
      ofFleet(fleet, (of) => {
        const { id, limit } = current();
        return transitions(of, id, limit);
      }),
    );
  }
}
