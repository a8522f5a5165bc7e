import type { ReactiveControllerHost } from 'lit';
import { createCreation, type Creation, type CreationState } from '../creation.js';
import { kept } from '../kept.js';
import { found, ofFleet, type FleetSource } from './fleet-source.js';
import { ViewController } from './view-controller.js';

/**
 * What a form that creates databases needs: `create`, and how far that is, in `value`.
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
    const creation = ofFleet(fleet, kept(createCreation));
    super(host, creation);
    this.create = (...call) => found(creation).create(...call);
    this.reset = () => found(creation).reset();
  }
}
