import { provide } from '@lit/context';
import { createFleet } from 'fleetglass';
import { FleetSummaryController, PollingStatusController, ViewController } from 'fleetglass/lit';
import { html, LitElement, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { fleetContext } from './fleet-context.js';

export class FleetApp extends LitElement {
  // The proxy at this path adds the credentials: the page has none.
  @provide({ context: fleetContext })
  fleet = createFleet({ baseUrl: '/fleet' });

  // The ids alone: a record that changes updates one row. Not `known`: a row would keep its own id in it.
  #ids = new ViewController(this, this.fleet.databases.tracked);
  #summary = new FleetSummaryController(this, this.fleet);
  #pollingState = new PollingStatusController(this, this.fleet, { select: (status) => status.state });

  override render() {
    const ids = this.#ids.value;
    const { databases, indices } = this.#summary.value;
    return html`
      <main>
        <h1>Fleet</h1>
        <p>${databases} databases, ${indices} vector indices</p>
        ${this.#renderPolling()}
        <create-form></create-form>
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
    const button =
      state === 'paused'
        ? html`<button @click=${() => polling.resume()}>Resume</button>`
        : html`<button @click=${() => polling.pause()}>Pause</button>`;
    return html`<p>Polling: ${state} ${button}</p>`;
  }
}
