import type { ReactElement } from 'react';
import type { LimitUsage } from '../../limits/limit-usage.js';
import { LimitMeter } from '../limits/limit-meter.js';
import { Ago } from '../shell/ago.js';
import { limitWords } from './limit-words.js';
import { Until } from './until.js';

export interface LimitRowProps {
  readonly usage: LimitUsage;
  readonly record: object;
  /** Who reported its use. */
  readonly source: string | undefined;
  readonly isExplained: boolean;
}

/** A limit of which use is counted, as a bar and in words. */
export function LimitRow({ usage, record, source, isExplained }: LimitRowProps): ReactElement {
  const { name, field, status, observedAt, exhaustsAt } = usage;
  const { amount, exact, share, remaining, explanation, status: statusText } = limitWords(usage, record);
  return (
    <li className="detail-limit" title={[explanation, exact, field].filter(Boolean).join('\n')}>
      <div className="detail-limit-head">
        <span className="detail-limit-name">{name}</span>
        <span className="detail-limit-amount">{amount}</span>
      </div>
      <LimitMeter usage={usage} />
      <div className="detail-limit-facts">
        <span className="detail-limit-status" data-status={status}>
          {share !== undefined && <>{share} used</>}
          {share !== undefined && status !== 'ok' && ', '}
          {(share === undefined || status !== 'ok') && statusText}
        </span>
        {remaining !== undefined && <span>{remaining}</span>}
        {exhaustsAt !== undefined && (
          <span className="detail-limit-forecast">
            full <Until at={exhaustsAt} /> at this pace
          </span>
        )}
        {observedAt !== undefined && (
          <span>
            seen <Ago at={observedAt} />
            {source !== undefined && <> by {source}</>}
          </span>
        )}
      </div>
      {isExplained && (
        <p className="detail-explanation">
          {explanation} <code>{field}</code>
          {exact !== undefined && <> {exact}</>}
        </p>
      )}
    </li>
  );
}
