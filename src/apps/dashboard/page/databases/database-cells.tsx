import type { ReactElement } from 'react';
import { useDatabaseEntry } from '../../../../bindings/react/index.js';
import type { Database } from '../../../../index.js';
import { NameCell, RegionCell } from '../grid/row-cells.js';
import { useIsDown } from '../polling/connection.js';
import { planNameOf, textOf } from '../shell/names.js';
import { StateBadge } from '../shell/state-badge.js';
import { UsageCells } from '../usage/usage-cells.js';
import { describeDuration } from '../../../../format/describe-duration.js';
import { Moment } from '../shell/relative-time.js';
import { useNow } from '../shell/now.js';

/** The cells of a database row. In a record, any field except the id may be absent or of another type. */
export function DatabaseCells({ id, record }: { readonly id: string; readonly record: Database }): ReactElement {
  const isDown = useIsDown();
  const isStale = useDatabaseEntry(id).status !== 'fresh' || isDown;
  return (
    <>
      <NameCell resource="database" id={id} name={textOf(record.database_name)} />
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

/** The time of the last confirmation. A component of its own, because every poll changes it. */
export function UpdatedCell({ id }: { readonly id: string }): ReactElement | null {
  const { status, confirmedAt } = useDatabaseEntry(id);
  const isDown = useIsDown();
  if (status === 'missing')
    return (
      <span data-ink="exceeded" title="The service has no database with this id.">
        missing
      </span>
    );
  return confirmedAt === undefined ? null : <Age at={confirmedAt} isStale={isDown || status === 'stale'} />;
}

interface AgeProps {
  /** Unix milliseconds. */
  readonly at: number;
  readonly isStale: boolean;
}

const RECENT_MS = 60_000;

/** An age that is usual is one word, so that the column is calm. */
function Age({ at, isStale }: AgeProps): ReactElement {
  const age = useNow((now) => (now - at < RECENT_MS && !isStale ? 'just now' : `${describeDuration(now - at)} ago`));
  return (
    <Moment at={at} className={isStale ? undefined : 'muted'} ink={isStale ? 'warning' : undefined}>
      {isStale ? `stale · ${age}` : age}
    </Moment>
  );
}
