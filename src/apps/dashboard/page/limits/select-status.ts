import type { LimitStatus, LimitUsage } from '../../../../index.js';
import { worseOf } from '../../../../core/limits/status-counts.js';

/** The status of the limit that asks for most attention, as the summary counts it; empty where there are no limits. */
export function selectStatus(limits: readonly LimitUsage[]): LimitStatus | '' {
  let worst: LimitStatus | undefined;
  for (const { status } of limits) worst = worseOf(worst, status);
  return worst ?? '';
}
