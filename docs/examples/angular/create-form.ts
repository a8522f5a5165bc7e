import { ChangeDetectionStrategy, Component } from '@angular/core';
import { injectCreateDatabase } from 'fleetglass/angular';
import { errorText } from '../error-text.js';

@Component({
  selector: 'app-create-form',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <form (submit)="$event.preventDefault(); create(name.value)">
      <label>Name <input #name required pattern=".*\\S.*" title="Not only spaces" /></label>
      <button [disabled]="creation.isPending()">Create</button>
      @if (creation.error(); as error) {
        <p role="alert">{{ errorText(error) }}</p>
      }
    </form>
  `,
})
export class CreateForm {
  protected readonly errorText = errorText;
  protected readonly creation = injectCreateDatabase();

  protected create(name: string): void {
    this.creation.create({ database_name: name, platform: 'aws', primary_region: 'eu-west-1' });
  }
}
