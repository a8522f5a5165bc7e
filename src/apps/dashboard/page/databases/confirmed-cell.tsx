import type { ReactElement } from 'react';
import { useDatabaseEntry } from '../../../../bindings/react/index.js';
import type { Database, Entry, FleetError } from '../../../../index.js';
import { Ago } from '../shell/relative-time.js';

/** The time of the last confirmation, or the reason why there is none. A component of its own, because every poll changes it. */
export function ConfirmedCell({ id }: { readonly id: string }): ReactElement {
  const { status, confirmedAt, error } = useDatabaseEntry(id, selectConfirmation, isSame);
  const age = confirmedAt !== undefined && <Ago at={confirmedAt} />;
  switch (status) {
    case 'fresh':
      return <span className="muted">{age}</span>;
    case 'stale':
      return (
        <span data-ink="warning" title={error?.message}>
          stale · {age}
        </span>
      );
    case 'missing':
      return (
        <span data-ink="exceeded" title="The service has no database with this id.">
          missing
        </span>
      );
    case 'loading':
      return <span className="faint">loading…</span>;
    case 'unknown':
      return error === undefined ? (
        <span className="faint">waiting</span>
      ) : (
        <span data-ink="warning" title={error.message}>
          {error.code === 'unavailable' || error.code === 'timeout' ? 'no answer' : 'refused'}
        </span>
      );
  }
}

interface Confirmation extends Pick<Entry<Database>, 'status'> {
  readonly confirmedAt: number | undefined;
  readonly error: FleetError | undefined;
}

function selectConfirmation({ status, confirmedAt, error }: Entry<Database>): Confirmation {
  return { status, confirmedAt, error };
}

function isSame(a: Confirmation, b: Confirmation): boolean {
  return a.status === b.status && a.confirmedAt === b.confirmedAt && a.error?.message === b.error?.message;
}
