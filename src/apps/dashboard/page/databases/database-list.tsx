import { lazy, Suspense, useMemo, type ReactElement } from 'react';
import { useFleet } from '../../../../bindings/react/index.js';
import { systemClock } from '../../../../index.js';
import type { Column } from '../grid/column.js';
import { ListSection } from '../grid/list-section.js';
import type { FilterChoice } from '../grid/list-toolbar.js';
import { statusNames } from '../limits/status.js';
import { usePage } from '../server/use-page.js';
import type { Route } from '../shell/route.js';
import { createDatabaseFacts } from './database-facts.js';
import { DatabaseCells } from './database-cells.js';

const AddDatabase = lazy(async () => ({ default: (await import('./add-database.js')).AddDatabase }));

const COLUMNS: readonly Column[] = [
  { key: 'name', title: 'Name' },
  { key: 'state', title: 'State' },
  { key: 'change', title: 'Change' },
  { key: 'worst', title: 'Worst limit', isLargestFirst: true },
  { key: 'region', title: 'Region' },
  { key: 'plan', title: 'Plan' },
  { key: 'confirmed', title: 'Confirmed', explanation: 'Sorts unconfirmed databases first' },
];

const FILTERS: readonly FilterChoice[] = [
  { key: 'state', title: 'State' },
  { key: 'plan', title: 'Plan' },
  { key: 'region', title: 'Region' },
  { key: 'limits', title: 'Limits', names: statusNames },
];

export interface DatabaseListProps {
  readonly route: Route;
  readonly onCreate: () => void;
}

/** The list of all known databases. */
export function DatabaseList({ route, onCreate }: DatabaseListProps): ReactElement {
  const fleet = useFleet();
  const facts = useMemo(() => createDatabaseFacts(fleet, systemClock), [fleet]);
  return (
    <ListSection
      route={route}
      label="Databases"
      facts={facts}
      columns={COLUMNS}
      filters={FILTERS}
      Cells={DatabaseCells}
      actions={
        <Suspense fallback={<span className="add-database" />}>
          <AddDatabase />
        </Suspense>
      }
      empty={<NoDatabases onCreate={onCreate} />}
    />
  );
}

/** Shown in place of rows while no database is known. */
function NoDatabases({ onCreate }: { readonly onCreate: () => void }): ReactElement {
  const { mayCreate } = usePage();
  return (
    <div className="notice">
      <h2>No databases yet</h2>
      <p>
        The API does not list databases. {mayCreate ? 'Create a database, or add' : 'Add'} an existing database by its
        id. The ids are remembered.
      </p>
      {mayCreate && (
        <button type="button" className="button" onClick={onCreate}>
          Create a database
        </button>
      )}
    </div>
  );
}
