import type { ReactElement } from 'react';
import { useVectorIndex } from '../../../../bindings/react/index.js';
import { formatCount } from '../../../../format/quantities.js';
import { WorstLimitCell } from '../limits/worst-limit-cell.js';
import { textOf } from '../shell/text-of.js';

/** The cells of a vector index row. In a record, any field except the id may be absent or of another type. */
export function IndexCells({ id }: { readonly id: string }): ReactElement {
  const record = useVectorIndex(id);
  const name = textOf(record?.name);
  return (
    <>
      <div role="rowheader" data-column="name">
        <a className="row-name" href={`#/indices/${encodeURIComponent(id)}`} tabIndex={-1}>
          {name || textOf(id)}
        </a>
        {name && <span className="row-id mono">{textOf(id)}</span>}
      </div>
      <TextCell column="kind" value={record?.index_type} />
      <CountCell column="dimensions" count={record?.dimension_count} />
      <TextCell column="similarity" value={record?.similarity_function} />
      <CountCell column="vectors" count={record?.max_vector_count} />
      <div role="gridcell" data-column="worst">
        <WorstLimitCell resource="index" id={id} />
      </div>
      <TextCell column="region" value={record?.region} />
      <TextCell column="plan" value={record?.type} />
    </>
  );
}

function TextCell({ column, value }: { readonly column: string; readonly value: unknown }): ReactElement {
  return (
    <div role="gridcell" data-column={column}>
      {textOf(value) || <span className="faint">–</span>}
    </div>
  );
}

function CountCell({ column, count }: { readonly column: string; readonly count: unknown }): ReactElement {
  return (
    <div role="gridcell" data-column={column} data-numeric="true">
      {typeof count === 'number' ? formatCount(count) : <span className="faint">–</span>}
    </div>
  );
}
