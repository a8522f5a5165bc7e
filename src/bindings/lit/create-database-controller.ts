import type { ReactiveControllerHost } from 'lit';
import { createCreation, type Creation, type CreationState } from '../creation.js';
import { memoizeLast } from '../memoize-last.js';
import { fromFleet, requireResult, type FleetSource } from './fleet-source.js';
import { ViewController } from './view-controller.js';

/**
 * Creates databases and reads the status of the creation into `value`.
 *
 * @example
 * ```ts
 * #creation = new CreateDatabaseController(this, fleet);
 *
 * override render() {
 *   const creation = this.#creation.value;
 *   return html`
 *     <button ?disabled=${creation.status === 'pending'} @click=${() => this.#creation.create(request)}>Create</button>
 *     ${creation.status === 'failed' ? html`<p role="alert">${creation.error.message}</p>` : nothing}
 *   `;
 * }
 * ```
 */
export class CreateDatabaseController
  extends ViewController<CreationState>
  implements Pick<Creation, 'create' | 'reset'>
{
  readonly create: Creation['create'];
  readonly reset: Creation['reset'];

  constructor(host: ReactiveControllerHost, fleet: FleetSource) {
    const creation = fromFleet(fleet, memoizeLast(createCreation));
    super(host, creation);
    this.create = (...args) => requireResult(creation).create(...args);
    this.reset = () => requireResult(creation).reset();
  }
}
