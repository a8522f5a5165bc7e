import type { ReactElement, ReactNode } from 'react';
import type { Entry, ResourceKind } from '../../../../index.js';
import { Ago } from '../shell/relative-time.js';
import { Icon } from '../shell/icon.js';
import { selectNotice } from './select-notice.js';

export interface EntryStatusProps {
  readonly resource: ResourceKind;
  readonly entry: Entry<object>;
  /** Whether no request is answered. */
  readonly isDown: boolean;
  /** Further notices. */
  readonly children?: ReactNode;
}

/** Shows when the record was confirmed, when it changed, and the problem of the last request. */
export function EntryStatus({ resource, entry, isDown, children }: EntryStatusProps): ReactElement {
  const { confirmedAt, changedAt, fetching } = entry;
  const notice = selectNotice(resource, entry, isDown);
  const isCurrent = notice === undefined && confirmedAt !== undefined;
  return (
    <div className="detail-status">
      <div role="status">
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
            {notice.details !== undefined && (
              <details className="detail-technical">
                <summary>Technical details</summary>
                <p>{notice.details}</p>
              </details>
            )}
          </Notice>
        )}
        {children}
      </div>
      {isCurrent && (
        <p className="detail-freshness">
          Confirmed <Ago at={confirmedAt} />
          {changedAt !== undefined && (
            <>
              , changed <Ago at={changedAt} />
            </>
          )}
        </p>
      )}
      {notice === undefined && confirmedAt === undefined && (
        <p className="detail-freshness">{fetching ? 'Loading…' : 'Waiting for its turn…'}</p>
      )}
    </div>
  );
}

export interface NoticeProps {
  readonly tone: 'change' | 'warning' | 'error';
  readonly title: string;
  readonly children?: ReactNode;
}

/** A message about the whole resource. */
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
