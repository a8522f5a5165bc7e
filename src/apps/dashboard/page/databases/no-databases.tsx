import type { ReactElement } from 'react';
import { usePage } from '../server/use-page.js';

/** Shown in place of rows while no database is known. */
export function NoDatabases({ onCreate }: { readonly onCreate: () => void }): ReactElement {
  const { mayCreate } = usePage();
  return (
    <div className="notice">
      <h2>No databases yet</h2>
      <p>
        The API does not list databases. {mayCreate ? 'Create a database, or add' : 'Add'} an existing database by its
        id. This browser remembers the ids.
      </p>
      {mayCreate && (
        <button type="button" className="button" onClick={onCreate}>
          Create a database
        </button>
      )}
    </div>
  );
}
