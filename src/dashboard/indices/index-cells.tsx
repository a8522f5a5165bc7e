import type { ReactElement } from 'react';
import { useVectorIndex } from '../../bindings/react/index.js';
import { printable } from '../../display/printable.js';
import { formatCount } from '../../display/quantities.js';
import { WorstLimitCell } from '../limits/worst-limit-cell.js';

/** What a row shows of a vector index. A record may lack any field but its id. */
export function IndexCells({ id }: { readonly id: string }): ReactElement {
  const record = useVectorIndex(id);
  const { name, index_type: kind, dimension_count: dimensions, similarity_function: similarity } = record ?? {};
  const { max_vector_count: vectors, region, type: plan } = record ?? {};
  return (
    <>
      <div role="rowheader" data-column="name">
        <a className="row-name" href={`#/indices/${encodeURIComponent(id)}`} tabIndex={-1}>
          {printable(name || id)}
        </a>
        {name && <span className="row-id mono">{printable(id)}</span>}
      </div>
      <TextCell column="kind" text={kind} />
      <CountCell column="dimensions" count={dimensions} />
      <TextCell column="similarity" text={similarity} />
      <CountCell column="vectors" count={vectors} />
      <div role="gridcell" data-column="worst">
        <WorstLimitCell resource="index" id={id} />
      </div>
      <TextCell column="region" text={region} />
      <TextCell column="plan" text={plan} />
    </>
  );
}

function TextCell({ column, text }: { readonly column: string; readonly text: string | undefined }): ReactElement {
  return (
    <div role="gridcell" data-column={column}>
      {text ? printable(text) : <span className="faint">–</span>}
    </div>
  );
}

function CountCell({ column, count }: { readonly column: string; readonly count: number | undefined }): ReactElement {
  return (
    <div role="gridcell" data-column={column} data-numeric="true">
      {typeof count === 'number' ? formatCount(count) : <span className="faint">–</span>}
    </div>
  );
}
