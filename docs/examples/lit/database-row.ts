import { consume } from '@lit/context';
import type { Fleet } from 'fleetglass';
import { DatabaseEntryController } from 'fleetglass/lit';
import { html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { errorText } from '../error-text.js';
import { fleetContext } from './fleet-context.js';

export class DatabaseRow extends LitElement {
  @property({ attribute: 'database-id' }) databaseId!: string;
  @consume({ context: fleetContext }) fleet!: Fleet;

  // A function each: asked again whenever the element updates.
  #entry = new DatabaseEntryController(
    this,
    () => this.fleet,
    () => this.databaseId,
  );

  override render() {
    const { record, error } = this.#entry.value;
    return html`
      ${record ? `${record.database_name}: ${record.modifying_state || record.state}` : this.databaseId}
      ${error ? html`<em>${errorText(error)}</em>` : nothing}
    `;
  }
}
