import { type ReactElement, Suspense } from 'react';
import {
  useDatabase,
  useDatabaseEntry,
  useFleet,
  useView,
  type DatabaseEntry,
} from '../../../../bindings/react/index.js';
import type { Column } from '../grid/fleet-grid.js';
import { ListSection, showsUsage } from '../grid/list-section.js';
import { type FilterChoice, healthFilter, planFilter, regionFilter } from '../grid/list-toolbar.js';
import { usePage } from '../server/use-page.js';
import { textOf } from '../shell/names.js';
import { part } from '../shell/part.js';
import { formatRoute, type Route } from '../shell/route.js';
import { useIsDown } from '../polling/connection.js';
import { databaseFactsOf } from './database-facts.js';

const NoDatabases = part(async () => (await import('./add-database.js')).NoDatabases);

const COLUMNS: readonly Column[] = [
  { key: 'name', title: 'Name' },
  { key: 'state', title: 'State' },
  { key: 'usage', title: 'Usage', explanation: 'The limit with the largest used share', isLargestFirst: true },
  { key: 'trend', title: 'Trend', isFixed: true },
  { key: 'region', title: 'Region' },
  { key: 'plan', title: 'Plan' },
  { key: 'updated', title: 'Updated', explanation: 'Sorts databases without an answer first' },
];

/** While no usage is reported, the column shows a limit. */
const COLUMNS_WITHOUT_USAGE = COLUMNS.map((column) =>
  column.key === 'usage' ? { key: 'usage', title: 'Memory limit' } : column,
);

const FILTERS: readonly FilterChoice[] = [healthFilter, { key: 'state', title: 'State' }, planFilter, regionFilter];

export interface DatabaseListProps {
  readonly route: Route;
  readonly onCreate: () => void;
}

export function DatabaseList({ route, onCreate }: DatabaseListProps): ReactElement {
  const facts = databaseFactsOf(useFleet());
  const hasUsage = useView(facts, { select: showsUsage });
  const notRemoved = useView(usePage().notRemoved);
  return (
    <>
      {notRemoved !== undefined && (
        <p className="callout" data-tone="error" role="alert">
          The server of this page could not remove {textOf(notRemoved)}. It is still listed. Try again.
        </p>
      )}
      <ListSection
        resource="database"
        route={route}
        label="Databases"
        facts={facts}
        columns={hasUsage ? COLUMNS : COLUMNS_WITHOUT_USAGE}
        filters={FILTERS}
        Cells={DatabaseRow}
        empty={<NoDatabases onCreate={onCreate} />}
      />
    </>
  );
}

// The first view has no record.
const DatabaseCells = part(async () => (await import('./database-cells.js')).DatabaseCells);

/** The cells of a database row. Before the first answer they are placeholders. */
function DatabaseRow({ id }: { readonly id: string }): ReactElement {
  const record = useDatabase(id);
  if (record === undefined) return <EmptyCells id={id} />;
  return (
    <Suspense fallback={<EmptyCells id={id} />}>
      <DatabaseCells id={id} record={record} />
    </Suspense>
  );
}

const PLACEHOLDERS = ['state', 'usage', 'trend', 'region', 'plan', 'updated'];

function describeProblem({ status, error }: DatabaseEntry): string {
  if (status === 'missing') return 'missing';
  if (error === undefined) return '';
  return error.code === 'unavailable' || error.code === 'timeout' ? 'no answer' : 'refused';
}

/** The cells without a record. They are bones while an answer is expected, and empty otherwise. */
function EmptyCells({ id }: { readonly id: string }): ReactElement {
  const isDown = useIsDown();
  const problem = describeProblem(useDatabaseEntry(id));
  const isExpected = !isDown && problem === '';
  return (
    <>
      <div role="rowheader" data-column="name">
        <a className="row-name mono" href={formatRoute({ view: 'database', selected: id, query: {} })} tabIndex={-1}>
          {textOf(id)}
        </a>
        {isExpected && (
          <span className="short-id" aria-hidden="true">
            <span className="bone" />
          </span>
        )}
      </div>
      {PLACEHOLDERS.map((column) => (
        <div key={column} role="gridcell" data-column={column}>
          {isExpected && <span className="bone" aria-hidden="true" />}
          {column === 'updated' && !isExpected && (
            <span data-ink={problem === 'missing' ? 'exceeded' : 'warning'}>{isDown ? 'never' : problem}</span>
          )}
        </div>
      ))}
    </>
  );
}
