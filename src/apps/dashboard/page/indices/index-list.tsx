import type { ReactElement, ReactNode } from 'react';
import type { IndexRecord } from '../../../../index.js';
import { useFleet, useLimits, useVectorIndex, useView } from '../../../../bindings/react/index.js';
import { type Column, NameCell, RegionCell } from '../grid/rows.js';
import { ListSection } from '../grid/list-section.js';
import { planNameOf, textOf, wordOf } from '../shell/names.js';
import type { Route } from '../shell/route.js';
import { formatCompactCount, formatCount } from '../../../../format/quantities.js';
import { usageColumns } from '../usage/usage-cells.js';

/** In a record, any field except the id may be absent or of another type. */
function cellOf(render: (record: Partial<IndexRecord>, id: string) => ReactNode): Column['Cell'] {
  return function IndexCell({ id }) {
    return render(useVectorIndex(id) ?? {}, id);
  };
}

const COLUMNS: readonly Column[] = [
  {
    key: 'name',
    title: 'Name',
    width: 'minmax(11rem, 1.6fr)',
    Cell: cellOf(({ name }, id) => <NameCell resource="index" id={id} name={textOf(name)} />),
  },
  {
    key: 'kind',
    title: 'Type',
    width: '7rem',
    Cell: cellOf(({ index_type: type, similarity_function: similarity }) => (
      <>
        <div className="cut">{wordOf(textOf(type))}</div>
        <div className="note faint cut">{wordOf(textOf(similarity))}</div>
      </>
    )),
  },
  {
    key: 'dimensions',
    title: 'Dimensions',
    width: '5.5rem',
    isNumeric: true,
    isLargestFirst: true,
    Cell: cellOf(({ dimension_count: count }) => typeof count === 'number' && formatCount(count)),
  },
  { key: 'vectors', title: 'Vectors', width: '6.5rem', isNumeric: true, isLargestFirst: true, Cell: Vectors },
  ...usageColumns('index', 'max_vector_count', 'Vector limit'),
  {
    key: 'region',
    title: 'Region',
    width: 'minmax(9.5rem, 0.9fr)',
    Cell: cellOf(({ region }) => <RegionCell region={textOf(region)} />),
  },
  {
    key: 'plan',
    title: 'Plan',
    width: '6.5rem',
    Cell: cellOf(({ type }) => <div className="cut">{planNameOf(textOf(type))}</div>),
  },
];

export function IndexList({ route }: { readonly route: Route }): ReactElement {
  return <ListSection resource="index" route={route} columns={COLUMNS} empty={<NoIndices />} />;
}

function NoIndices(): ReactElement {
  const hasList = useView(useFleet().indices.status, { select: ({ confirmedAt }) => confirmedAt !== undefined });
  return (
    <div className="notice">
      <h2>{hasList ? 'No vector indices' : 'Vector indices are not loaded yet'}</h2>
      {hasList && <p>The account has no vector indices. New ones appear here by themselves.</p>}
    </div>
  );
}

function Vectors({ id }: { readonly id: string }): ReactElement | null {
  const { used, limit } = useLimits('index', id).find(({ field }) => field === 'max_vector_count') ?? {};
  if (used !== undefined) return <span title={formatCount(used)}>{formatCompactCount(used)}</span>;
  if (typeof limit !== 'number') return null;
  return (
    <span className="muted" title={`At most ${formatCount(limit)}`}>
      max. {formatCompactCount(limit)}
    </span>
  );
}
