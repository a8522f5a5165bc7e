import type { LimitUsage } from '../../../../core/limits/limit-usage.js';

/** The limits of a resource, by how they are shown. */
export interface ArrangedLimits {
  /** Of which somebody reported the use: as bars. */
  readonly used: readonly LimitUsage[];
  /** The others: as values. */
  readonly unused: readonly LimitUsage[];
}

/** Parts limits by what is known of them; each part stays in its order. */
export function arrangeLimits(limits: readonly LimitUsage[]): ArrangedLimits {
  return {
    used: limits.filter(({ used }) => used !== undefined),
    unused: limits.filter(({ used }) => used === undefined),
  };
}
