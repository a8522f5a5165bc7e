import type { ReactiveControllerHost } from 'lit';
import type { Fleet, Transition } from '../../index.js';
import type { Id } from '../questions.js';
import { recentTransitions, type RecentTransitionsOptions } from '../recent-transitions.js';
import { fleetOf, type FleetSource } from './fleet-source.js';
import { kept } from './kept.js';
import { ViewController } from './view-controller.js';

/**
 * The last transitions, in `value`, newest first, with those from before the element was there. To act on each of them,
 * subscribe to `fleet.transitions` in `connectedCallback`.
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
    const current = (): RecentTransitionsOptions => (typeof options === 'function' ? options() : options);
    const transitions = kept(
      () => [fleetOf(fleet), current().id, current().limit],
      (of: Fleet, id: Id, limit: number | undefined) => recentTransitions(of, { id, limit }),
    );
    super(host, transitions);
  }
}
