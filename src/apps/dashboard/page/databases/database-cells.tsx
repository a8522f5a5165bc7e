import type { ReactElement } from 'react';
import { useDatabase, useDatabaseEntry } from '../../../../bindings/react/index.js';
import { WorstLimitCell } from '../limits/worst-limit-cell.js';
import { textOf } from '../shell/text-of.js';
import { ConfirmedCell } from './confirmed-cell.js';
import { StateBadge } from './state-badge.js';

/** The cells of a database row. In a record, any field except the id may be absent or of another type. */
export function DatabaseCells({ id }: { readonly id: string }): ReactElement {
  const record = useDatabase(id);
  const isExpected = useDatabaseEntry(id, ({ status, error }) => error === undefined && status !== 'missing');
  const nothing = isExpected ? <span className="bone" /> : <span className="faint">–</span>;
  const name = textOf(record?.database_name);
  const change = textOf(record?.modifying_state);
  return (
    <>
      <div role="rowheader" data-column="name">
        <a className={name ? 'row-name' : 'row-name mono'} href={`#/databases/${encodeURIComponent(id)}`} tabIndex={-1}>
          {name || textOf(id)}
        </a>
        {name && <span className="row-id mono">{textOf(id)}</span>}
      </div>
      <div role="gridcell" data-column="state">
        {record === undefined ? nothing : <StateBadge state={record.state} />}
      </div>
      <div role="gridcell" data-column="change">
        {change ? <span className="change">{change}</span> : <span className="faint">–</span>}
      </div>
      <div role="gridcell" data-column="worst">
        {record === undefined ? nothing : <WorstLimitCell resource="database" id={id} />}
      </div>
      <div role="gridcell" data-column="region">
        {textOf(record?.primary_region)}
      </div>
      <div role="gridcell" data-column="plan">
        {textOf(record?.type)}
      </div>
      <div role="gridcell" data-column="confirmed">
        <ConfirmedCell id={id} />
      </div>
    </>
  );
}
