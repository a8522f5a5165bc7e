import { Component } from '@angular/core';
import { injectCreateDatabase } from 'fleetglass/angular';

@Component({
  selector: 'app-create-form',
  template: `
    @let creating = creation.state();
    <form (submit)="$event.preventDefault(); create(name.value)">
      <label>Name <input #name required /></label>
      <button [disabled]="creating.status === 'pending'">Create</button>
      @if (creating.status === 'failed') {
        <p role="alert">{{ creating.error.message }}</p>
      }
    </form>
  `,
})
export class CreateForm {
  protected readonly creation = injectCreateDatabase();

  protected create(name: string): void {
    void this.creation.create({ database_name: name, platform: 'aws', primary_region: 'eu-west-1' });
  }
}
