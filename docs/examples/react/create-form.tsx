import { useCreateDatabase } from 'fleetglass/react';
import { useRef, type SyntheticEvent } from 'react';
import { errorText, isAboutInput } from '../error-text.js';

export function CreateForm() {
  const form = useRef<HTMLFormElement>(null);
  const name = useRef<HTMLInputElement>(null);
  const creation = useCreateDatabase({
    onSuccess: () => form.current?.reset(),
    onError: () => name.current?.focus(),
  });

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    creation.create({ database_name: name.current!.value, platform: 'aws', primary_region: 'eu-west-1' });
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
      {creation.error && (
        <p id="create-error" role="alert">
          {errorText(creation.error)}
        </p>
      )}
    </form>
  );
}
