import type { ReactElement } from 'react';
import { usePage } from '../server/use-page.js';

/** In the place of rows, before any database is known. */
export function NoDatabases({ onCreate }: { readonly onCreate: () => void }): ReactElement {
  const { mayCreate } = usePage();
  return (
    <div className="notice">
      <h2>No databases yet</h2>
      <p>
        The service shows databases by their ids, but it does not list them. {mayCreate ? 'Create one, or add' : 'Add'}{' '}
        those that you have by their ids: this browser remembers them.
      </p>
      {mayCreate && (
        <button type="button" className="button" onClick={onCreate}>
          Create the first
        </button>
      )}
    </div>
  );
}
