import type { LimitUsage } from '../../../../index.js';

/** Returns the limit with the largest used share, or `undefined` if no usage is reported. */
export function selectWorstLimit(limits: readonly LimitUsage[]): LimitUsage | undefined {
  let worst: LimitUsage | undefined;
  for (const limit of limits)
    if (limit.ratio !== undefined && (worst?.ratio === undefined || limit.ratio > worst.ratio)) worst = limit;
  return worst;
}

/** Whether two limits look the same in a row. */
export function looksSame(a: LimitUsage | undefined, b: LimitUsage | undefined): boolean {
  return a?.field === b?.field && a?.ratio === b?.ratio && a?.status === b?.status;
}
