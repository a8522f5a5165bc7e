import { useCreateDatabase } from 'fleetglass/react';
import { useRef, type SyntheticEvent } from 'react';
import { errorText } from '../error-text.js';

export function CreateForm() {
  const form = useRef<HTMLFormElement>(null);
  const creation = useCreateDatabase({ onSuccess: () => form.current?.reset() });

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = new FormData(form.current!).get('name');
    creation.create({ database_name: String(name), platform: 'aws', primary_region: 'eu-west-1' });
  }

  return (
    <form ref={form} onSubmit={submit}>
      <label>
        Name <input name="name" required pattern=".*\S.*" title="Not only spaces" />
      </label>{' '}
      <button disabled={creation.isPending}>Create</button>
      {creation.error && <p role="alert">{errorText(creation.error)}</p>}
    </form>
  );
}
