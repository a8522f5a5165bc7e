import type { ReactElement } from 'react';
import { fullestFirst } from '../../../../format/attention.js';
import type { LimitUsage } from '../../../../index.js';

export function selectWorstLimit(limits: readonly LimitUsage[]): LimitUsage | undefined {
  return fullestFirst(limits).find(({ ratio }) => ratio !== undefined);
}

export interface LimitMeterProps {
  readonly usage: Pick<LimitUsage, 'ratio' | 'status'>;
}

/** The used share of a limit as a bar. Hidden from screen readers, because the share stands beside it as text. */
export function LimitMeter({ usage: { ratio, status } }: LimitMeterProps): ReactElement {
  const share = ratio === undefined ? 0 : Math.min(1, ratio);
  return (
    <span className="meter" data-status={status} aria-hidden="true">
      <span style={{ transform: `scaleX(${share})` }} />
    </span>
  );
}
