import { useMemo, type ReactElement } from 'react';
import { useFleet } from '../../../../bindings/react/index.js';
import { systemClock } from '../../../../index.js';
import type { Column } from '../grid/column.js';
import { ListSection } from '../grid/list-section.js';
import type { FilterChoice } from '../grid/list-toolbar.js';
import { statusNames } from '../limits/status.js';
import type { Route } from '../shell/route.js';
import { IndexCells } from './index-cells.js';
import { createIndexFacts } from './index-facts.js';

const COLUMNS: readonly Column[] = [
  { key: 'name', title: 'Name' },
  { key: 'kind', title: 'Type' },
  { key: 'dimensions', title: 'Dimensions', isNumeric: true, isLargestFirst: true },
  { key: 'similarity', title: 'Similarity' },
  { key: 'vectors', title: 'Vectors', isNumeric: true, isLargestFirst: true },
  { key: 'worst', title: 'Worst limit', isLargestFirst: true },
  { key: 'region', title: 'Region' },
  { key: 'plan', title: 'Plan' },
];

const FILTERS: readonly FilterChoice[] = [
  { key: 'kind', title: 'Type' },
  { key: 'similarity', title: 'Similarity' },
  { key: 'plan', title: 'Plan' },
  { key: 'region', title: 'Region' },
  { key: 'limits', title: 'Limits', names: statusNames },
];

/** The list of all vector indices of the account. */
export function IndexList({ route }: { readonly route: Route }): ReactElement {
  const fleet = useFleet();
  const facts = useMemo(() => createIndexFacts(fleet, systemClock), [fleet]);
  return (
    <ListSection
      route={route}
      label="Vector indices"
      facts={facts}
      columns={COLUMNS}
      filters={FILTERS}
      Cells={IndexCells}
      empty={<NoIndices />}
    />
  );
}

function NoIndices(): ReactElement {
  return (
    <div className="notice">
      <h2>No vector indices</h2>
      <p>The account has no vector indices, or the list is not loaded yet.</p>
    </div>
  );
}
