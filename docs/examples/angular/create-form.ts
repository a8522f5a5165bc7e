import { ChangeDetectionStrategy, Component } from '@angular/core';
import { injectCreateDatabase } from 'fleetglass/angular';
import { errorText } from '../error-text.js';

@Component({
  selector: 'app-create-form',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    @let creating = creation.state();
    <form (submit)="$event.preventDefault(); create(name.value)">
      <label>Name <input #name required pattern=".*\\S.*" title="Not only spaces" /></label>
      <button [disabled]="creating.status === 'pending'">Create</button>
      @if (creating.status === 'failed') {
        <p role="alert">{{ errorText(creating.error) }}</p>
      }
    </form>
  `,
})
export class CreateForm {
  protected readonly errorText = errorText;
  protected readonly creation = injectCreateDatabase();

  protected create(name: string): void {
    void this.creation.create({ database_name: name, platform: 'aws', primary_region: 'eu-west-1' });
  }
}
