import type { ReactElement } from 'react';
import { useTransitions } from '../../../../bindings/react/index.js';
import type { Database, Transition } from '../../../../index.js';
import { Ago } from '../shell/relative-time.js';
import { textOf } from '../shell/text-of.js';
import { Notice } from './entry-status.js';

export interface StateNoticesProps {
  readonly id: string;
  readonly record: Database;
}

/** Shows a pending change, and a state other than active. */
export function StateNotices({ id, record }: StateNoticesProps): ReactElement {
  const transitions = useTransitions({ id });
  const begun = (field: Transition['field']): Transition | undefined =>
    transitions.find((transition) => transition.field === field);
  const change = textOf(record.modifying_state);
  const state = textOf(record.state);
  return (
    <>
      {change !== '' && (
        <Notice tone="change" title={`Change in progress: ${change}`}>
          <Since transition={begun('modifying_state')} />
        </Notice>
      )}
      {state !== '' && state !== 'active' && (
        <Notice tone="warning" title={`This database is ${state}`}>
          <Since transition={begun('state')} />
        </Notice>
      )}
    </>
  );
}

/** The time of a change that the page has seen. */
function Since({ transition }: { readonly transition: Transition | undefined }): ReactElement {
  if (transition === undefined) return <p>Since before this page was opened.</p>;
  return (
    <p>
      Since <Ago at={transition.at} />
      {transition.field === 'state' && transition.from !== undefined && `, ${textOf(transition.from)} before`}.
    </p>
  );
}

export interface StatePillProps {
  readonly state: unknown;
  /** Whether the state may have changed since it was read. */
  readonly isStale: boolean;
}

/** The state of a database beside its name. A stale state has no colour. */
export function StatePill({ state, isStale }: StatePillProps): ReactElement {
  const text = textOf(state);
  return (
    <span className="detail-pill" data-state={isStale ? 'stale' : text}>
      {text || 'no state'}
      {isStale && <span className="detail-pill-note">last known</span>}
    </span>
  );
}
