import type { ReactElement } from 'react';
import { useDatabaseEntry } from '../../../../bindings/react/index.js';
import { describeDuration } from '../../../../format/describe-duration.js';
import type { Database, Entry } from '../../../../index.js';
import { useIsDown } from '../polling/use-connection.js';
import { formatMoment } from '../shell/format-moment.js';
import { useNow } from '../shell/now.js';

/** The time of the last confirmation. A component of its own, because every poll changes it. */
export function UpdatedCell({ id }: { readonly id: string }): ReactElement | null {
  const { status, confirmedAt } = useDatabaseEntry(id, selectConfirmation, isSame);
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
    <time
      className={isStale ? undefined : 'muted'}
      data-ink={isStale ? 'warning' : undefined}
      dateTime={new Date(at).toISOString()}
      title={formatMoment(at)}
    >
      {isStale ? `stale · ${age}` : age}
    </time>
  );
}

interface Confirmation extends Pick<Entry<Database>, 'status'> {
  readonly confirmedAt: number | undefined;
}

function selectConfirmation({ status, confirmedAt }: Entry<Database>): Confirmation {
  return { status, confirmedAt };
}

function isSame(a: Confirmation, b: Confirmation): boolean {
  return a.status === b.status && a.confirmedAt === b.confirmedAt;
}
