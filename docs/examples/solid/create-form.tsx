import { useCreateDatabase } from 'fleetglass/solid';
import { Show } from 'solid-js';
import { errorText } from '../error-text.js';

export function CreateForm() {
  let form!: HTMLFormElement;
  const creation = useCreateDatabase({ onSuccess: () => form.reset() });

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const name = String(new FormData(form).get('name'));
    creation.create({ database_name: name, platform: 'aws', primary_region: 'eu-west-1' });
  }

  return (
    <form ref={form} onSubmit={submit}>
      <label>
        Name <input name="name" required pattern=".*\S.*" title="Not only spaces" />
      </label>{' '}
      <button disabled={creation.isPending}>Create</button>
      <Show when={creation.error}>{(error) => <p role="alert">{errorText(error())}</p>}</Show>
    </form>
  );
}
