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

/** Shows the problem of the last request, and further notices. */
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
