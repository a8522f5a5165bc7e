import type { ReactElement } from 'react';
import { useFleet, useView } from '../../../../bindings/react/index.js';
import type { Column } from '../grid/column.js';
import { ListSection } from '../grid/list-section.js';
import type { FilterChoice } from '../grid/list-toolbar.js';
import { healthNames } from '../../../../format/health.js';
import { placeOf, planNameOf, wordOf } from '../shell/names.js';
import type { Route } from '../shell/route.js';
import { IndexCells } from './index-cells.js';
import { indexFactsOf } from './index-facts.js';

const COLUMNS: readonly Column[] = [
  { key: 'name', title: 'Name' },
  { key: 'kind', title: 'Type' },
  { key: 'dimensions', title: 'Dimensions', isNumeric: true, isLargestFirst: true },
  { key: 'vectors', title: 'Vectors', isNumeric: true, isLargestFirst: true },
  { key: 'usage', title: 'Usage', explanation: 'The limit with the largest used share', isLargestFirst: true },
  { key: 'trend', title: 'Trend', isFixed: true },
  { key: 'region', title: 'Region' },
  { key: 'plan', title: 'Plan' },
];

const FILTERS: readonly FilterChoice[] = [
  { key: 'health', title: 'Health', nameOf: (kind) => healthNames[kind as keyof typeof healthNames] },
  { key: 'kind', title: 'Type', nameOf: wordOf },
  { key: 'plan', title: 'Plan', nameOf: planNameOf },
  { key: 'region', title: 'Region', nameOf: (region) => [placeOf(region), region].filter(Boolean).join(', ') },
];

export interface IndexListProps {
  readonly route: Route;
}

/** The list of all vector indices of the account. */
export function IndexList({ route }: IndexListProps): ReactElement {
  const facts = indexFactsOf(useFleet());
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
  const hasList = useView(useFleet().indices.status, ({ status }) => status === 'fresh');
  return (
    <div className="notice">
      <h2>{hasList ? 'No vector indices' : 'Vector indices are not loaded yet'}</h2>
      {hasList && <p>The account has no vector indices. New ones appear here by themselves.</p>}
    </div>
  );
}
