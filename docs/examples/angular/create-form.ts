import { ChangeDetectionStrategy, Component, viewChild, type ElementRef } from '@angular/core';
import { injectCreateDatabase } from 'fleetglass/angular';
import { errorText, isAboutInput } from '../error-text.js';

@Component({
  selector: 'app-create-form',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <form (submit)="$event.preventDefault(); create(name.value)">
      <label>
        Name
        <input
          #name
          required
          pattern=".*\\S.*"
          title="Not only spaces"
          [attr.aria-describedby]="creation.error() && 'create-error'"
          [attr.aria-invalid]="isInvalid()"
        />
      </label>
      <button [disabled]="creation.isPending()">Create</button>
      @if (creation.error(); as error) {
        <p id="create-error" role="alert">{{ errorText(error) }}</p>
      }
    </form>
  `,
})
export class CreateForm {
  protected readonly errorText = errorText;
  private readonly name = viewChild.required<ElementRef<HTMLInputElement>>('name');
  protected readonly creation = injectCreateDatabase({
    onSuccess: () => (this.name().nativeElement.value = ''),
    onError: () => this.name().nativeElement.focus(),
  });

  protected isInvalid(): boolean {
    const error = this.creation.error();
    return error !== undefined && isAboutInput(error);
  }

  protected create(name: string): void {
    this.creation.create({ database_name: name, platform: 'aws', primary_region: 'eu-west-1' });
  }
}
