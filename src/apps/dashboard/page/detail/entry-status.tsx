import type { ReactElement } from 'react';
import type { Entry, ResourceKind } from '../../../../index.js';
import { Ago } from '../shell/relative-time.js';
import { Icon } from '../shell/icon.js';
import { selectNotice } from './select-notice.js';

export interface EntryStatusProps {
  readonly resource: ResourceKind;
  readonly entry: Entry<object>;
}

/** Shows when the record was confirmed, when it changed, and the problem of the last request. */
export function EntryStatus({ resource, entry }: EntryStatusProps): ReactElement {
  const { confirmedAt, changedAt, fetching } = entry;
  const notice = selectNotice(resource, entry);
  return (
    <div className="detail-status">
      <p className="detail-freshness" data-fetching={fetching}>
        {confirmedAt === undefined ? (
          <span>{fetching ? 'Loading' : 'Not confirmed yet'}</span>
        ) : (
          <span>
            Confirmed <Ago at={confirmedAt} />
          </span>
        )}
        {changedAt !== undefined && (
          <span className="muted">
            changed <Ago at={changedAt} />
          </span>
        )}
      </p>
      <div role="status">
        {notice !== undefined && (
          <div className="detail-notice" data-tone={notice.tone}>
            <Icon name="warning" />
            <div>
              <strong>{notice.title}</strong>
              <p>{notice.text}</p>
            </div>
          </div>
        )}
      </div>
    </div>
  );
}
