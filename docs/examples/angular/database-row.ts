import { ChangeDetectionStrategy, Component, input } from '@angular/core';
import { injectDatabaseEntry } from 'fleetglass/angular';
import { errorText } from '../error-text.js';

@Component({
  selector: 'li[app-database-row]',
  // Otherwise a change of what is above it checks every row.
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    @let record = entry().record;
    {{ record ? record.database_name + ': ' + (record.modifying_state || record.state) : id() }}
    @if (entry().error; as error) {
      <em>{{ errorText(error) }}</em>
    }
  `,
})
export class DatabaseRow {
  readonly id = input.required<string>();
  protected readonly errorText = errorText;
  protected readonly entry = injectDatabaseEntry(this.id);
}
