import type { ReactElement } from 'react';
import { useDatabase } from '../../bindings/react/index.js';
import { printable } from '../../display/printable.js';
import { WorstLimitCell } from '../limits/worst-limit-cell.js';
import { ConfirmedCell } from './confirmed-cell.js';
import { StateBadge } from './state-badge.js';

/** What a row shows of a database. A record may lack any field but its id. */
export function DatabaseCells({ id }: { readonly id: string }): ReactElement {
  const record = useDatabase(id);
  const { database_name: name, state, modifying_state: change, primary_region: region, type: plan } = record ?? {};
  return (
    <>
      <div role="rowheader" data-column="name">
        <a className={name ? 'row-name' : 'row-name mono'} href={`#/databases/${encodeURIComponent(id)}`} tabIndex={-1}>
          {printable(name || id)}
        </a>
        {name && <span className="row-id mono">{printable(id)}</span>}
      </div>
      <div role="gridcell" data-column="state">
        {record === undefined ? <span className="bone" /> : <StateBadge state={state} />}
      </div>
      <div role="gridcell" data-column="change">
        {change ? <span className="change">{printable(change)}</span> : <span className="faint">–</span>}
      </div>
      <div role="gridcell" data-column="worst">
        {record === undefined ? <span className="bone" /> : <WorstLimitCell resource="database" id={id} />}
      </div>
      <div role="gridcell" data-column="region">
        {printable(region ?? '')}
      </div>
      <div role="gridcell" data-column="plan">
        {printable(plan ?? '')}
      </div>
      <div role="gridcell" data-column="confirmed">
        <ConfirmedCell id={id} />
      </div>
    </>
  );
}
