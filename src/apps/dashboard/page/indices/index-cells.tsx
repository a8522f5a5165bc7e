import type { ReactElement } from 'react';
import { useLimits, useVectorIndex } from '../../../../bindings/react/index.js';
import { formatCompactCount, formatCount } from '../../../../format/quantities.js';
import { RegionCell } from '../grid/region-cell.js';
import { planNameOf, wordOf } from '../shell/names.js';
import { ShortId } from '../shell/short-id.js';
import { textOf } from '../shell/text-of.js';
import { UsageCells } from '../usage/usage-cells.js';

/** The cells of a vector index row. In a record, any field except the id may be absent or of another type. */
export function IndexCells({ id }: { readonly id: string }): ReactElement {
  const record = useVectorIndex(id);
  const name = textOf(record?.name);
  const dimensions: unknown = record?.dimension_count;
  return (
    <>
      <div role="rowheader" data-column="name">
        <a className="row-name" href={`#/indices/${encodeURIComponent(id)}`} tabIndex={-1}>
          {name || textOf(id)}
        </a>
        {name && <ShortId id={id} />}
      </div>
      <div role="gridcell" data-column="kind">
        <span className="cell-line cut">{wordOf(textOf(record?.index_type))}</span>
        <span className="cell-note cut">{wordOf(textOf(record?.similarity_function))}</span>
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
  const vectors = useLimits(
    'index',
    id,
    (limits) => limits.find(({ field }) => field === 'max_vector_count'),
    (a, b) => a?.used === b?.used && a?.limit === b?.limit,
  );
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
