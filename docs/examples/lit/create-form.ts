import { consume } from '@lit/context';
import type { Fleet } from 'fleetglass';
import { CreateDatabaseController } from 'fleetglass/lit';
import { html, LitElement, nothing } from 'lit';
import { errorText } from '../error-text.js';
import { fleetContext } from './fleet-context.js';

export class CreateForm extends LitElement {
  @consume({ context: fleetContext }) fleet!: Fleet;

  #creation = new CreateDatabaseController(this, () => this.fleet);

  override render() {
    const creation = this.#creation.value;
    return html`
      <form @submit=${this.#submit}>
        <label>Name <input name="name" required pattern=".*\\S.*" title="Not only spaces" /></label>
        <button ?disabled=${creation.status === 'pending'}>Create</button>
        ${creation.status === 'failed' ? html`<p role="alert">${errorText(creation.error)}</p>` : nothing}
      </form>
    `;
  }

  async #submit(event: SubmitEvent) {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const created = await this.#creation.create({
      database_name: String(new FormData(form).get('name')),
      platform: 'aws',
      primary_region: 'eu-west-1',
    });
    if (created) form.reset();
  }
}
