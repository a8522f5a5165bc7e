import type { ReactElement } from 'react';
import type { LimitUsage } from '../../../../index.js';

/** The used share of a limit as a bar. Hidden from screen readers, because the share stands beside it as text. */
export function LimitMeter({ usage: { ratio, status } }: { readonly usage: LimitUsage }): ReactElement {
  const share = ratio === undefined ? 0 : Math.min(1, ratio);
  return (
    <span className="meter" data-status={status} aria-hidden="true">
      <span style={{ transform: `scaleX(${share})` }} />
    </span>
  );
}
