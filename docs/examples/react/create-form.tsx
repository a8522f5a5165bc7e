import { useCreateDatabase } from 'fleetglass/react';

export function CreateForm() {
  const creation = useCreateDatabase();
  async function submit(form: FormData) {
    await creation.create({
      database_name: String(form.get('name')),
      platform: 'aws',
      primary_region: 'eu-west-1',
    });
  }
  return (
    <form action={submit}>
      <label>
        Name <input name="name" required />
      </label>{' '}
      <button disabled={creation.status === 'pending'}>Create</button>
      {creation.status === 'failed' && <p role="alert">{creation.error.message}</p>}
    </form>
  );
}
