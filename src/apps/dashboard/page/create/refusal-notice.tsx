import type { ReactElement } from 'react';
import type { FleetError } from '../../../../index.js';
import { printable } from '../../../../format/printable.js';
import { Icon } from '../shell/icon.js';
import { describeRefusal } from './describe-refusal.js';

export interface RefusalNoticeProps {
  readonly error: FleetError;
}

/** Why nothing was created, or why nobody knows: announced when it comes. */
export function RefusalNotice({ error }: RefusalNoticeProps): ReactElement {
  const { title, advice, details, isUncertain } = describeRefusal(error);
  return (
    <div className="detail-notice create-refusal" data-tone={isUncertain ? 'warning' : 'error'}>
      <Icon name="warning" />
      <div>
        <strong>{title}</strong>
        <p>{advice}</p>
        <p className="create-said">{printable(details)}</p>
      </div>
    </div>
  );
}
