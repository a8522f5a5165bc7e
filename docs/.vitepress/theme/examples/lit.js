import { createFleet } from 'fleetglass';
import { CreateDatabaseController, DatabaseController, ViewController } from 'fleetglass/lit';
import { createMemoryService } from 'fleetglass/service/memory';
import { html, LitElement } from 'lit';
import { repeat } from 'lit/directives/repeat.js';

// Stands in for the hosted service.
const credentials = { username: 'demo', password: 'demo' };
const service = createMemoryService({ credentials });
const fleet = createFleet({ baseUrl: 'http://localhost', credentials, fetch: service.fetch });

class DatabaseRow extends LitElement {
  static properties = { databaseId: {} };
  #database = new DatabaseController(this, fleet, () => this.databaseId);

  render() {
    const database = this.#database.value;
    return html`${database ? `${database.database_name}: ${database.modifying_state || database.state}` : '…'}`;
  }
}
customElements.define('database-row', DatabaseRow);

class FleetApp extends LitElement {
  #ids = new ViewController(this, fleet.databases.tracked);
  #creation = new CreateDatabaseController(this, fleet);

  render() {
    const { isPending } = this.#creation.value;
    const ids = this.#ids.value;
    const onClick = () =>
      this.#creation.create({
        database_name: `sessions-${ids.length + 1}`,
        platform: 'aws',
        primary_region: 'eu-west-1',
      });
    return html`
      <button ?disabled=${isPending} @click=${onClick}>Create a database</button>
      <ul>
        ${repeat(
          ids,
          (id) => id,
          (id) => html`<li><database-row .databaseId=${id}></database-row></li>`,
        )}
      </ul>
    `;
  }
}
customElements.define('fleet-app', FleetApp);
document.getElementById('app').append(document.createElement('fleet-app'));
