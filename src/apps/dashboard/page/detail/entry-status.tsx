import type { ReactElement, ReactNode } from 'react';
import type { Database, Entry, ResourceKind, Transition } from '../../../../index.js';
import { Ago } from '../shell/relative-time.js';
import { Icon } from '../shell/icon.js';
import { StateBadge, type StateBadgeProps } from '../shell/state-badge.js';
import { TechnicalDetails } from './section.js';
import { selectNotice } from './select-notice.js';
import { useTransitions } from '../../../../bindings/react/index.js';
import { textOf } from '../shell/names.js';

export interface EntryStatusProps {
  readonly resource: ResourceKind;
  readonly entry: Entry<object>;
  readonly isDown: boolean;
  readonly children?: ReactNode;
}

export function EntryStatus({ resource, entry, isDown, children }: EntryStatusProps): ReactElement {
  const { confirmedAt } = entry;
  const notice = selectNotice(resource, entry, isDown);
  return (
    <div className="detail-status" role="status">
      {notice !== undefined && (
        <Notice tone={notice.tone} title={notice.title}>
          <p>
            {confirmedAt !== undefined && (
              <>
                Confirmed <Ago at={confirmedAt} />.{' '}
              </>
            )}
            {notice.text}
          </p>
          <TechnicalDetails text={notice.details} />
        </Notice>
      )}
      {children}
    </div>
  );
}

/** Shows when a record without a problem was confirmed. */
export function Freshness({ resource, entry, isDown }: Omit<EntryStatusProps, 'children'>): ReactElement | null {
  const { confirmedAt, fetching } = entry;
  if (selectNotice(resource, entry, isDown) !== undefined) return null;
  return (
    <span className="detail-freshness">
      {confirmedAt === undefined ? (
        `${fetching ? 'Loading' : 'Waiting for its turn'}…`
      ) : (
        <>
          confirmed <Ago at={confirmedAt} />
        </>
      )}
    </span>
  );
}

export interface NoticeProps {
  readonly tone: 'change' | 'warning' | 'error';
  readonly title: string;
  readonly children?: ReactNode;
}

export function Notice({ tone, title, children }: NoticeProps): ReactElement {
  return (
    <div className="detail-notice" data-tone={tone}>
      <Icon name={tone === 'change' ? 'refresh' : 'warning'} />
      <div>
        <strong>{title}</strong>
        {children}
      </div>
    </div>
  );
}

export function StateNotices({ id, record }: { readonly id: string; readonly record: Database }): ReactElement {
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

export function StateWord({ state, isStale }: Pick<StateBadgeProps, 'state' | 'isStale'>): ReactElement {
  return (
    <span className="detail-state">
      <StateBadge state={state} isStale={isStale} />
      {isStale && <span className="muted">last known</span>}
    </span>
  );
}
