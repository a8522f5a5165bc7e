import type { LimitStatus, LimitUsage } from '../../../../index.js';
import { worseOf } from '../../../../core/limits/status-counts.js';

/** Returns the worst status of the limits, as the summary counts it, or '' without limits. */
export function selectStatus(limits: readonly LimitUsage[]): LimitStatus | '' {
  let worst: LimitStatus | undefined;
  for (const { status } of limits) worst = worseOf(worst, status);
  return worst ?? '';
}
