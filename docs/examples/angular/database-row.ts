import { Component, input } from '@angular/core';
import { injectDatabaseEntry } from 'fleetglass/angular';

@Component({
  selector: 'li[app-database-row]',
  template: `
    @let record = entry().record;
    {{ record ? record.database_name + ': ' + (record.modifying_state || record.state) : id() }}
    @if (entry().error; as error) {
      <em>{{ error.message }}</em>
    }
  `,
})
export class DatabaseRow {
  readonly id = input.required<string>();
  protected readonly entry = injectDatabaseEntry(this.id);
}
