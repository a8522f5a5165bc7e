import type { ReactElement } from 'react';
import { useDatabaseEntry } from '../../../../bindings/react/index.js';
import type { Database } from '../../../../index.js';
import { RegionCell } from '../grid/region-cell.js';
import { useIsDown } from '../polling/use-connection.js';
import { planNameOf } from '../shell/names.js';
import { ShortId } from '../shell/short-id.js';
import { textOf } from '../shell/text-of.js';
import { UsageCells } from '../usage/usage-cells.js';
import { StateBadge } from './state-badge.js';
import { UpdatedCell } from './updated-cell.js';

export interface DatabaseCellsProps {
  readonly id: string;
  readonly record: Database;
}

/** The cells of a database row. In a record, any field except the id may be absent or of another type. */
export function DatabaseCells({ id, record }: DatabaseCellsProps): ReactElement {
  const isDown = useIsDown();
  const isStale = useDatabaseEntry(id, ({ status }) => status !== 'fresh') || isDown;
  const name = textOf(record.database_name);
  return (
    <>
      <div role="rowheader" data-column="name">
        <a className={name ? 'row-name' : 'row-name mono'} href={`#/databases/${encodeURIComponent(id)}`} tabIndex={-1}>
          {name || textOf(id)}
        </a>
        {name && <ShortId id={id} />}
      </div>
      <div role="gridcell" data-column="state">
        <StateBadge state={record.state} change={record.modifying_state} isStale={isStale} />
      </div>
      <UsageCells resource="database" id={id} fallback="db_memory_threshold" />
      <RegionCell region={textOf(record.primary_region)} />
      <div role="gridcell" data-column="plan">
        {planNameOf(textOf(record.type))}
      </div>
      <div role="gridcell" data-column="updated">
        <UpdatedCell id={id} />
      </div>
    </>
  );
}
