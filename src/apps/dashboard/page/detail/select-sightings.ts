import type { LimitUsage } from '../../../../core/limits/limit-usage.js';
import type { UsageReading, UsageSample } from '../../../../core/limits/usage-sample.js';

/** When the use of a limit was seen, and who said so. */
export interface Sighting {
  /** Unix milliseconds. */
  readonly at: number | undefined;
  readonly source: string | undefined;
}

export interface Sightings {
  /** That of all limits, where it is one: said once, then. */
  readonly common: Sighting | undefined;
  readonly of: (limit: LimitUsage) => Sighting;
}

/** Says of limits when their use was seen. */
export function selectSightings(limits: readonly LimitUsage[], latest: UsageSample | undefined): Sightings {
  const readings: Readonly<Record<string, UsageReading | undefined>> = latest ?? {};
  const of = ({ field, observedAt }: LimitUsage): Sighting => ({ at: observedAt, source: readings[field]?.source });
  const [first, ...others] = limits.map(of);
  const isCommon = others.every(({ at, source }) => at === first?.at && source === first?.source);
  return { common: isCommon ? first : undefined, of };
}
