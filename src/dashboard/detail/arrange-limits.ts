import type { LimitUsage } from '../../limits/limit-usage.js';

/** The limits of a resource, by how they are shown. */
export interface ArrangedLimits {
  /** Of which use is counted: as bars. */
  readonly counted: readonly LimitUsage[];
  /** Sizes and times, of which there is no use by nature: as values. */
  readonly fixed: readonly LimitUsage[];
  /** Whether anybody reports the use of any of them. */
  readonly isReported: boolean;
}

/** Parts limits by what can be known of them; each part stays in its order. */
export function arrangeLimits(limits: readonly LimitUsage[]): ArrangedLimits {
  const isFixed = ({ kind, used }: LimitUsage): boolean =>
    (kind === 'ceiling' || kind === 'timeout') && used === undefined;
  return {
    counted: limits.filter((limit) => !isFixed(limit)),
    fixed: limits.filter(isFixed),
    isReported: limits.some(({ used }) => used !== undefined),
  };
}
