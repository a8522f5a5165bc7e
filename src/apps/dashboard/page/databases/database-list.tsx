import { lazy, Suspense, type ReactElement } from 'react';
import { useView } from '../../../../bindings/react/index.js';
import type { Column } from '../grid/column.js';
import { ListSection, showsUsage } from '../grid/list-section.js';
import type { FilterChoice } from '../grid/list-toolbar.js';
import type { RowFacts } from '../grid/row-facts.js';
import type { Throttled } from '../grid/throttle.js';
import { healthNames } from '../../../../format/health.js';
import { placeOf, planNameOf } from '../shell/names.js';
import type { Route } from '../shell/route.js';
import { DatabaseRow } from './database-row.js';

const NoDatabases = lazy(async () => ({ default: (await import('./no-databases.js')).NoDatabases }));
const AddDatabase = lazy(async () => ({ default: (await import('./add-database.js')).AddDatabase }));

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

const FILTERS: readonly FilterChoice[] = [
  { key: 'health', title: 'Health', nameOf: (kind) => healthNames[kind as keyof typeof healthNames] },
  { key: 'state', title: 'State' },
  { key: 'plan', title: 'Plan', nameOf: planNameOf },
  { key: 'region', title: 'Region', nameOf: (region) => [placeOf(region), region].filter(Boolean).join(', ') },
];

export interface DatabaseListProps {
  readonly route: Route;
  readonly facts: Throttled<readonly RowFacts[]>;
  readonly onCreate: () => void;
}

/** The list of all known databases. */
export function DatabaseList({ route, facts, onCreate }: DatabaseListProps): ReactElement {
  const hasUsage = useView(facts, showsUsage);
  return (
    <ListSection
      route={route}
      label="Databases"
      facts={facts}
      columns={hasUsage ? COLUMNS : COLUMNS_WITHOUT_USAGE}
      filters={FILTERS}
      Cells={DatabaseRow}
      actions={
        <Suspense fallback={<span className="add-database" />}>
          <AddDatabase />
        </Suspense>
      }
      empty={<NoDatabases onCreate={onCreate} />}
    />
  );
}
