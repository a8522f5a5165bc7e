import type { ReactElement } from 'react';
import { usePage } from '../server/use-page.js';
import { AddDatabase } from './add-database.js';

/** Shown in place of rows while no database is known. */
export function NoDatabases({ onCreate }: { readonly onCreate: () => void }): ReactElement {
  const { mayCreate } = usePage();
  return (
    <div className="notice">
      <h2>Add the databases of your fleet</h2>
      <p>
        The service does not list databases, so this page shows those that you add by id or create here. It remembers
        them.
      </p>
      <div className="notice-actions">
        <AddDatabase />
        {mayCreate && (
          <button type="button" className="button" onClick={onCreate}>
            Create a database
          </button>
        )}
      </div>
    </div>
  );
}
