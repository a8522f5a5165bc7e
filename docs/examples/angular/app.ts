import { ChangeDetectionStrategy, Component } from '@angular/core';
import {
  injectFleet,
  injectFleetSummary,
  injectPollingStatus,
  injectTransitions,
  injectView,
} from 'fleetglass/angular';
import { changeText } from '../change-text.js';
import { CreateForm } from './create-form.js';
import { DatabaseRow } from './database-row.js';

@Component({
  selector: 'app-root',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [CreateForm, DatabaseRow],
  template: `
    <main>
      <h1>Fleet</h1>
      <p>Databases: {{ summary().databases }}, vector indices: {{ summary().indices }}</p>
      <p>
        Polling: {{ polling() }}
        <button (click)="toggle()">{{ polling() === 'paused' ? 'Resume' : 'Pause' }}</button>
      </p>
      <app-create-form />
      <p role="status">{{ changeText(transitions()[0]) }}</p>
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
  private readonly fleet = injectFleet();
  // The ids alone: a record that changes draws one row. Not `known`: a row would keep its own id in it.
  protected readonly ids = injectView(this.fleet.databases.tracked);
  // One region announces the changes of all rows. A region in each row would speak too often.
  protected readonly transitions = injectTransitions({ limit: 1 });
  protected readonly changeText = changeText;
  protected readonly summary = injectFleetSummary();
  protected readonly polling = injectPollingStatus({ select: (status) => status.state });

  protected toggle(): void {
    const { polling } = this.fleet;
    if (this.polling() === 'paused') polling.resume();
    else polling.pause();
  }
}
