import type { ReactElement } from 'react';
import { useFleet, useLimits, useVectorIndex, useView } from '../../../../bindings/react/index.js';
import type { Column } from '../grid/fleet-grid.js';
import { ListSection } from '../grid/list-section.js';
import { type FilterChoice, healthFilter, planFilter, regionFilter } from '../grid/list-toolbar.js';
import { planNameOf, textOf, wordOf } from '../shell/names.js';
import type { Route } from '../shell/route.js';
import { indexFactsOf } from './index-facts.js';
import { formatCompactCount, formatCount } from '../../../../format/quantities.js';
import { NameCell, RegionCell } from '../grid/row-cells.js';
import { UsageCells } from '../usage/usage-cells.js';

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
  healthFilter,
  { key: 'kind', title: 'Type', nameOf: wordOf },
  planFilter,
  regionFilter,
];

export function IndexList({ route }: { readonly route: Route }): ReactElement {
  const facts = indexFactsOf(useFleet());
  return (
    <ListSection
      resource="index"
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
  const hasList = useView(useFleet().indices.status, { select: ({ status }) => status === 'fresh' });
  return (
    <div className="notice">
      <h2>{hasList ? 'No vector indices' : 'Vector indices are not loaded yet'}</h2>
      {hasList && <p>The account has no vector indices. New ones appear here by themselves.</p>}
    </div>
  );
}

/** The cells of a vector index row. In a record, any field except the id may be absent or of another type. */
export function IndexCells({ id }: { readonly id: string }): ReactElement {
  const record = useVectorIndex(id);
  const dimensions: unknown = record?.dimension_count;
  return (
    <>
      <NameCell resource="index" id={id} name={textOf(record?.name)} />
      <div role="gridcell" data-column="kind">
        <span className="cell-line cut">{wordOf(textOf(record?.index_type))}</span>
        <span className="cell-note faint cut">{wordOf(textOf(record?.similarity_function))}</span>
      </div>
      <div role="gridcell" data-column="dimensions" data-numeric="true">
        {typeof dimensions === 'number' && formatCount(dimensions)}
      </div>
      <VectorsCell id={id} />
      <UsageCells resource="index" id={id} fallback="max_vector_count" />
      <RegionCell region={textOf(record?.region)} />
      <div role="gridcell" data-column="plan">
        {planNameOf(textOf(record?.type))}
      </div>
    </>
  );
}

/** The vectors in the index, or how many it can hold while their number is not known. */
function VectorsCell({ id }: { readonly id: string }): ReactElement {
  const vectors = useLimits('index', id, {
    select: (limits) => limits.find(({ field }) => field === 'max_vector_count'),
    equals: (a, b) => a?.used === b?.used && a?.limit === b?.limit,
  });
  const { used, limit } = vectors ?? {};
  return (
    <div role="gridcell" data-column="vectors" data-numeric="true">
      {used !== undefined && <span title={formatCount(used)}>{formatCompactCount(used)}</span>}
      {used === undefined && typeof limit === 'number' && (
        <span className="muted" title={`At most ${formatCount(limit)}`}>
          max. {formatCompactCount(limit)}
        </span>
      )}
    </div>
  );
}
