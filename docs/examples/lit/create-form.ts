import { consume } from '@lit/context';
import type { Fleet } from 'fleetglass';
import { CreateDatabaseController } from 'fleetglass/lit';
import { html, LitElement, nothing } from 'lit';
import { errorText } from '../error-text.js';
import { fleetContext } from './fleet-context.js';

export class CreateForm extends LitElement {
  @consume({ context: fleetContext }) fleet!: Fleet;

  #creation = new CreateDatabaseController(this, () => this.fleet, {
    onSuccess: () => this.renderRoot.querySelector('form')?.reset(),
  });

  override render() {
    const { isPending, error } = this.#creation.value;
    return html`
      <form @submit=${this.#submit}>
        <label>Name <input name="name" required pattern=".*\\S.*" title="Not only spaces" /></label>
        <button ?disabled=${isPending}>Create</button>
        ${error ? html`<p role="alert">${errorText(error)}</p>` : nothing}
      </form>
    `;
  }

  #submit(event: SubmitEvent) {
    event.preventDefault();
    const name = String(new FormData(event.target as HTMLFormElement).get('name'));
    this.#creation.create({ database_name: name, platform: 'aws', primary_region: 'eu-west-1' });
  }
}
