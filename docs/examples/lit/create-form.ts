import { consume } from '@lit/context';
import type { Fleet } from 'fleetglass';
import { CreateDatabaseController } from 'fleetglass/lit';
import { html, LitElement, nothing } from 'lit';
import { errorText, isAboutInput } from '../error-text.js';
import { fleetContext } from './fleet-context.js';

export class CreateForm extends LitElement {
  @consume({ context: fleetContext }) fleet!: Fleet;

  #creation = new CreateDatabaseController(this, () => this.fleet, {
    onSuccess: () => this.renderRoot.querySelector('form')?.reset(),
    onError: () => this.#input?.focus(),
  });

  get #input() {
    return this.renderRoot.querySelector('input');
  }

  override render() {
    const { isPending, error } = this.#creation.value;
    return html`
      <form @submit=${this.#submit}>
        <label>
          Name
          <input
            required
            pattern=".*\\S.*"
            title="Not only spaces"
            aria-describedby=${error ? 'create-error' : nothing}
            aria-invalid=${error ? isAboutInput(error) : nothing}
          />
        </label>
        <button ?disabled=${isPending}>Create</button>
        ${error ? html`<p id="create-error" role="alert">${errorText(error)}</p>` : nothing}
      </form>
    `;
  }

  #submit(event: SubmitEvent) {
    event.preventDefault();
    this.#creation.create({ database_name: this.#input!.value, platform: 'aws', primary_region: 'eu-west-1' });
  }
}
