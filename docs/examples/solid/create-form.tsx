import { useCreateDatabase } from 'fleetglass/solid';
import { Show } from 'solid-js';
import { errorText, isAboutInput } from '../error-text.js';

export function CreateForm() {
  let form!: HTMLFormElement;
  let name!: HTMLInputElement;
  const creation = useCreateDatabase({ onSuccess: () => form.reset(), onError: () => name.focus() });

  function submit(event: SubmitEvent) {
    event.preventDefault();
    creation.create({ database_name: name.value, platform: 'aws', primary_region: 'eu-west-1' });
  }

  return (
    <form ref={form} onSubmit={submit}>
      <label>
        Name{' '}
        <input
          ref={name}
          required
          pattern=".*\S.*"
          title="Not only spaces"
          aria-describedby={creation.error && 'create-error'}
          aria-invalid={creation.error && isAboutInput(creation.error)}
        />
      </label>{' '}
      <button disabled={creation.isPending}>Create</button>
      <Show when={creation.error}>
        {(error) => (
          <p id="create-error" role="alert">
            {errorText(error())}
          </p>
        )}
      </Show>
    </form>
  );
}
