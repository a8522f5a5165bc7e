import { ChangeDetectionStrategy, Component } from '@angular/core';
import { injectFleet, injectFleetSummary, injectPollingStatus, injectView } from 'fleetglass/angular';
import { CreateForm } from './create-form.js';
import { DatabaseRow } from './database-row.js';

@Component({
  selector: 'app-root',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [CreateForm, DatabaseRow],
  template: `
    <main>
      <h1>Fleet</h1>
      <p>{{ summary().databases }} databases, {{ summary().indices }} vector indices</p>
      <p>
        Polling: {{ polling() }}
        @if (polling() === 'paused') {
          <button (click)="fleet.polling.resume()">Resume</button>
        } @else {
          <button (click)="fleet.polling.pause()">Pause</button>
        }
      </p>
      <app-create-form />
      @if (ids().length === 0) {
        <p>No database yet.</p>
      }
      <ul>
        @for (id of ids(); track id) {
          <li app-database-row [id]="id"></li>
        }
      </ul>
    </main>
  `,
})
export class App {
  protected readonly fleet = injectFleet();
  // The ids alone: a record that changes draws one row. Not `known`: a row would keep its own id in it.
  protected readonly ids = injectView(this.fleet.databases.tracked);
  protected readonly summary = injectFleetSummary();
  protected readonly polling = injectPollingStatus({ select: (status) => status.state });
}
