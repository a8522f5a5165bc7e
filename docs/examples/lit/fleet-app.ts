import { provide } from '@lit/context';
import { createFleet } from 'fleetglass';
import { FleetSummaryController, PollingStatusController, TransitionsController, ViewController } from 'fleetglass/lit';
import { html, LitElement, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { changeText } from '../change-text.js';
import { fleetContext } from './fleet-context.js';

export class FleetApp extends LitElement {
  // The proxy at this path adds the credentials: the page has none.
  @provide({ context: fleetContext })
  fleet = createFleet({ baseUrl: '/fleet' });

  // The ids alone: a record that changes updates one row. Not `known`: a row would keep its own id in it.
  #ids = new ViewController(this, this.fleet.databases.tracked);
  #summary = new FleetSummaryController(this, this.fleet);
  // One region announces the changes of all rows. A region in each row would speak too often.
  #transitions = new TransitionsController(this, this.fleet, { limit: 1 });
  #pollingState = new PollingStatusController(this, this.fleet, { select: (status) => status.state });

  override render() {
    const ids = this.#ids.value;
    const { databases, indices } = this.#summary.value;
    return html`
      <main>
        <h1>Fleet</h1>
        <p>Databases: ${databases}, vector indices: ${indices}</p>
        ${this.#renderPolling()}
        <create-form></create-form>
        <p role="status">${changeText(this.#transitions.value[0])}</p>
        ${ids.length === 0 ? html`<p>No database yet.</p>` : nothing}
        <ul>
          ${repeat(
            ids,
            (id) => id,
            (id) => html`<li><database-row .databaseId=${id}></database-row></li>`,
          )}
        </ul>
      </main>
    `;
  }

  #renderPolling() {
    const { polling } = this.fleet;
    const state = this.#pollingState.value;
    const isPaused = state === 'paused';
    const toggle = () => (isPaused ? polling.resume() : polling.pause());
    return html`<p>Polling: ${state} <button @click=${toggle}>${isPaused ? 'Resume' : 'Pause'}</button></p>`;
  }
}
