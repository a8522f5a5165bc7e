import type { LimitUsage } from '../../../../core/limits/limit-usage.js';
import type { UsageReading, UsageSample } from '../../../../core/limits/usage-sample.js';

/** The limits of a resource, divided by whether their usage is known. */
export interface ArrangedLimits {
  /** Limits with reported usage, shown as bars. */
  readonly used: readonly LimitUsage[];
  /** Limits without reported usage, shown as values. */
  readonly unused: readonly LimitUsage[];
}

/** Divides limits by whether their usage is known, and keeps their order. */
export function arrangeLimits(limits: readonly LimitUsage[]): ArrangedLimits {
  return {
    used: limits.filter(({ used }) => used !== undefined),
    unused: limits.filter(({ used }) => used === undefined),
  };
}

/** The time and the source of reported usage. */
export interface UsageOrigin {
  /** Unix milliseconds. */
  readonly at: number | undefined;
  readonly source: string | undefined;
}

export interface UsageOrigins {
  /** The origin that all limits have in common, shown once for all of them. */
  readonly common: UsageOrigin | undefined;
  readonly of: (limit: LimitUsage) => UsageOrigin;
}

/** Selects the origins of the usage of limits. */
export function selectOrigins(limits: readonly LimitUsage[], latest: UsageSample | undefined): UsageOrigins {
  const readings: Readonly<Record<string, UsageReading | undefined>> = latest ?? {};
  const of = ({ field, observedAt }: LimitUsage): UsageOrigin => ({ at: observedAt, source: readings[field]?.source });
  const [first, ...others] = limits.map(of);
  const isCommon = others.every(({ at, source }) => at === first?.at && source === first?.source);
  return { common: isCommon ? first : undefined, of };
}

/** Whether usage is made up for a demonstration. */
export function isSimulated({ source }: UsageOrigin): boolean {
  return source?.startsWith('simulated') ?? false;
}
