import type { ReactElement } from 'react';
import type { LimitUsage } from '../../../../index.js';

export interface LimitMeterProps {
  readonly usage: Pick<LimitUsage, 'ratio' | 'status'>;
}

/** How far a limit is used, as a bar. A picture only: beside it stands what it says in words. */
export function LimitMeter({ usage: { ratio, status } }: LimitMeterProps): ReactElement {
  const share = ratio === undefined ? 0 : Math.min(1, ratio);
  return (
    <span className="meter" data-status={status} aria-hidden="true">
      <span style={{ transform: `scaleX(${share})` }} />
    </span>
  );
}
