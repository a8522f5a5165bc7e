import type { FunctionComponent, ReactElement } from 'react';
import { useDatabase, useDatabaseEntry, useView } from '../../../../bindings/react/index.js';
import { describeDuration } from '../../../../format/describe-duration.js';
import { problemWord } from '../../../../format/health.js';
import type { Database } from '../../../../index.js';
import { ListSection } from '../grid/list-section.js';
import { NameCell, RegionCell, type Column } from '../grid/rows.js';
import { useIsDown } from '../polling/connection.js';
import { usePage } from '../server/use-page.js';
import { planNameOf, textOf } from '../shell/names.js';
import { Moment, useNow } from '../shell/time.js';
import { part } from '../shell/part.js';
import type { Route } from '../shell/route.js';
import { StateBadge } from '../shell/state-badge.js';
import { usageColumns } from '../usage/usage-cells.js';

const NoDatabases = part(async () => (await import('./add-database.js')).NoDatabases);

/** Returns why no answer for a database is expected soon; empty while an answer is expected. */
function useProblem(id: string): string {
  const problem = problemWord(useDatabaseEntry(id));
  return useIsDown() ? 'never' : problem;
}

function Bone({ id }: { readonly id: string }): ReactElement | null {
  return useProblem(id) === '' ? <span className="bone" aria-hidden="true" /> : null;
}

/** A cell that is a placeholder before the first answer. In a record, any field except the id may be absent or of another type. */
function cellOf(Filled: FunctionComponent<{ readonly id: string; readonly record: Database }>): Column['Cell'] {
  return function DatabaseCell({ id }) {
    const record = useDatabase(id);
    return record === undefined ? <Bone id={id} /> : <Filled id={id} record={record} />;
  };
}

const COLUMNS: readonly Column[] = [
  {
    key: 'name',
    title: 'Name',
    width: 'minmax(11rem, 1.6fr)',
    Cell: function DatabaseName({ id }) {
      const record = useDatabase(id);
      const isExpected = useProblem(id) === '';
      return (
        <>
          <NameCell resource="database" id={id} name={textOf(record?.database_name)} />
          {record === undefined && isExpected && (
            <span className="line faint short-id" aria-hidden="true">
              <span className="bone" />
            </span>
          )}
        </>
      );
    },
  },
  {
    key: 'state',
    title: 'State',
    width: '7.5rem',
    Cell: cellOf(function State({ id, record }) {
      const isDown = useIsDown();
      const isStale = useDatabaseEntry(id).status !== 'fresh' || isDown;
      return <StateBadge state={record.state} change={record.modifying_state} isStale={isStale} />;
    }),
  },
  ...usageColumns('database', 'db_memory_threshold', 'Memory limit').map((column) => ({
    ...column,
    Cell: cellOf(column.Cell),
  })),
  {
    key: 'region',
    title: 'Region',
    width: 'minmax(9.5rem, 1fr)',
    Cell: cellOf(({ record }) => <RegionCell region={textOf(record.primary_region)} />),
  },
  {
    key: 'plan',
    title: 'Plan',
    width: 'minmax(7rem, 0.7fr)',
    Cell: cellOf(({ record }) => <div className="cut">{planNameOf(textOf(record.type))}</div>),
  },
  {
    key: 'updated',
    title: 'Updated',
    width: '8rem',
    explanation: 'Sorts databases without an answer first',
    Cell: Updated,
  },
];

export function DatabaseList({ route, onCreate }: { readonly route: Route; readonly onCreate: () => void }) {
  const problem = useView(usePage().changeProblem);
  return (
    <>
      {problem !== undefined && (
        <p className="callout" data-tone="error" role="alert">
          {problem}
        </p>
      )}
      <ListSection resource="database" route={route} columns={COLUMNS} empty={<NoDatabases onCreate={onCreate} />} />
    </>
  );
}

function Updated({ id }: { readonly id: string }): ReactElement | null {
  const { status, record, confirmedAt } = useDatabaseEntry(id);
  const problem = useProblem(id);
  const isDown = useIsDown();
  if (status === 'missing' && (!isDown || record !== undefined))
    return (
      <span data-ink="exceeded" title="The service has no database with this id.">
        missing
      </span>
    );
  if (record === undefined) return problem === '' ? <Bone id={id} /> : <span data-ink="warning">{problem}</span>;
  return confirmedAt === undefined ? null : <Age at={confirmedAt} isStale={isDown || status === 'stale'} />;
}

const RECENT_MS = 60_000;

/** A recent time has no number, so that the column does not change each second. */
function Age({ at, isStale }: { readonly at: number; readonly isStale: boolean }): ReactElement {
  const age = useNow((now) => (now - at < RECENT_MS && !isStale ? 'just now' : `${describeDuration(now - at)} ago`));
  return (
    <Moment at={at} className={isStale ? undefined : 'muted'} ink={isStale ? 'warning' : undefined}>
      {isStale ? `stale · ${age}` : age}
    </Moment>
  );
}
