import type { LimitUnit } from '../core/limits/catalogue.js';
import type { LimitUsage } from '../core/limits/limit-usage.js';
import { levelsOf } from '../core/limits/thresholds.js';
import type { UsageReading } from '../core/limits/usage-sample.js';
import { formatCompactCount, formatNanoseconds, formatSize } from './quantities.js';

const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** Describes a limit and its use: `59 MiB of 64 MiB`, `812, practically unlimited`. Without a use: the limit, or `unknown`. */
export function describeUse({ used, limit, unit }: Pick<LimitUsage, 'used' | 'limit' | 'unit'>): string {
  const bound = limit === undefined ? undefined : describeLimit(limit, unit);
  if (used === undefined) return bound ?? 'unknown';
  const amount = describeAmount(used, unit);
  return limit !== undefined && isPracticallyUnlimited(limit) ? `${amount}, ${bound}` : `${amount} of ${bound ?? '?'}`;
}

/** Describes a limit in few characters: `64 MiB`, `2M`, `unlimited`, `practically unlimited`. */
export function describeLimit(limit: number | 'unlimited', unit: LimitUnit): string {
  if (limit === 'unlimited') return limit;
  return isPracticallyUnlimited(limit) ? 'practically unlimited' : describeAmount(limit, unit);
}

/** Whether no use can reach a limit. The service writes some absent limits as the largest int64. */
export function isPracticallyUnlimited(limit: number | 'unlimited'): boolean {
  return limit === 'unlimited' || limit >= 2 ** 53;
}

/** The amount of a limit; `undefined` for a limit that is not known, or that no use can reach. */
export function reachableAmount(limit: LimitUsage['limit']): number | undefined {
  return limit === undefined || limit === 'unlimited' || isPracticallyUnlimited(limit) ? undefined : limit;
}

/** Whether a use is made up for a demonstration: the name of its source begins with `simulated`. */
export function isSimulated(reading: UsageReading | undefined): boolean {
  return reading?.source?.startsWith('simulated') ?? false;
}

/** A share in percent, rounded down to whole percents. The product may be just below a whole number. */
export function wholePercents(ratio: number): number {
  return Math.floor(ratio * 100 + 1e-9);
}

/** Describes a share as a whole percentage, rounded down, so that only a full limit shows `100 %`. */
export function describeShare(ratio: number): string {
  if (ratio === Infinity) return '∞ %';
  return ratio >= 10 ? '>999 %' : `${wholePercents(ratio)} %`;
}

/** Describes an amount in few characters: bytes in binary units, large counts in compact form. */
export function describeAmount(amount: number, unit: LimitUnit): string {
  if (unit === 'bytes' || unit === 'bytes/month') return formatSize(roundBytes(amount));
  if (unit === 'nanoseconds') return formatNanoseconds(amount);
  return Math.abs(amount) >= 1e6 ? formatCompactCount(amount) : grouped.format(amount);
}

/** Rounds to three digits of the displayed unit, because usage changes every second. */
function roundBytes(bytes: number): number {
  if (!(bytes >= 1)) return bytes;
  const unit = 1024 ** Math.floor(Math.log2(bytes) / 10);
  return Number((bytes / unit).toPrecision(3)) * unit;
}

/** The lines in the chart of a limit: one for each share at which a status begins, and one for the limit itself. */
export function describeLevels(
  { field, limit, unit }: Pick<LimitUsage, 'field' | 'limit' | 'unit'>,
  thresholds?: Parameters<typeof levelsOf>[0],
) {
  const amount = reachableAmount(limit);
  if (amount === undefined) return [];
  const levels = levelsOf(thresholds)(field);
  // A threshold at the height of the limit has no line, such as each threshold of a limit of 0.
  const raised = (['warning', 'critical', 'exceeded'] as const).filter((tone) => levels[tone] * amount !== amount);
  const lines = raised.map((tone) => ({ share: levels[tone], label: `${tone} ${describeShare(levels[tone])}`, tone }));
  const whole = { share: 1, label: `limit ${describeAmount(amount, unit)}`, tone: 'exceeded' } as const;
  return [...lines, whole].map((line) => ({ ...line, value: line.share * amount }));
}
