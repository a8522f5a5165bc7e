import type { ReactElement, ReactNode } from 'react';
import type { LimitUsage } from '../../../../core/limits/limit-usage.js';
import { LimitMeter } from '../limits/limit-meter.js';
import { limitWords } from './limit-words.js';
import { Until } from '../shell/relative-time.js';

export interface LimitRowProps {
  readonly usage: LimitUsage;
  readonly record: object;
  /** The time and source of the usage, unless all limits have the same. */
  readonly origin: ReactNode;
  readonly isExplained: boolean;
}

/** A limit with reported usage, as a bar and as text. */
export function LimitRow({ usage, record, origin, isExplained }: LimitRowProps): ReactElement {
  const { name, field, status, exhaustsAt } = usage;
  const { amount, exact, share, remaining, explanation } = limitWords(usage, record);
  return (
    <li className="detail-limit" title={[explanation, exact, field].filter(Boolean).join('\n')}>
      <div className="detail-limit-head">
        <span className="detail-limit-name">{name}</span>
        <span className="detail-limit-amount">{amount}</span>
      </div>
      <LimitMeter usage={usage} />
      <div className="detail-limit-facts">
        <span className="detail-limit-status" data-status={status}>
          {share ?? (status === 'unlimited' ? 'unlimited' : 'unknown limit')}
          {share !== undefined && status !== 'ok' && `, ${status}`}
        </span>
        {remaining !== undefined && <span>{remaining}</span>}
        {exhaustsAt !== undefined && (
          <span className="detail-limit-forecast">
            full <Until at={exhaustsAt} /> at the current rate
          </span>
        )}
        {origin}
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
