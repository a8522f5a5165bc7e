import type { ReactElement } from 'react';
import type { LimitUsage } from '../../../../index.js';

/** The used share of a limit as a bar. Hidden from screen readers, because the share stands beside it as text. */
export function LimitMeter({ usage: { ratio = 0, status } }: { readonly usage: LimitUsage }): ReactElement {
  return (
    <span className="meter" data-status={status} aria-hidden="true">
      <span style={{ transform: `scaleX(${Math.min(1, ratio)})` }} />
    </span>
  );
}
