import { useCreateDatabase } from 'fleetglass/preact';
import { errorText } from '../error-text.js';

export function CreateForm() {
  const creation = useCreateDatabase();

  async function submit(event: Event) {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const created = await creation.create({
      database_name: String(new FormData(form).get('name')),
      platform: 'aws',
      primary_region: 'eu-west-1',
    });
    if (created) form.reset();
  }

  return (
    <form onSubmit={submit}>
      <label>
        Name <input name="name" required pattern=".*\S.*" title="Not only spaces" />
      </label>{' '}
      <button disabled={creation.status === 'pending'}>Create</button>
      {creation.status === 'failed' && <p role="alert">{errorText(creation.error)}</p>}
    </form>
  );
}
