import type { LimitUnit } from '../core/limits/catalogue.js';
import type { LimitUsage } from '../core/limits/limit-usage.js';
import { formatNanoseconds, formatSize } from './quantities.js';

const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const compact = new Intl.NumberFormat('en', { maximumFractionDigits: 1, notation: 'compact' });

/** From here on all digits would take more room than they tell. */
const LARGE = 1e6;

/** What is used of a limit, for people: `59 MiB of 64 MiB`, `812 of 1,000`. What is counted, the name of the limit says. */
export function describeUse({ used, limit, unit }: Pick<LimitUsage, 'used' | 'limit' | 'unit'>): string {
  const amount = used === undefined ? '?' : formatAmount(used, unit);
  if (limit === 'unlimited') return `${amount}, unlimited`;
  return `${amount} of ${limit === undefined ? '?' : formatAmount(limit, unit)}`;
}

/** A share for people, as a whole number that is not rounded up: 99.9 % of a limit is not all of it. */
export function describeShare(ratio: number): string {
  if (ratio === Infinity) return '∞ %';
  return ratio >= 10 ? '>999 %' : `${Math.floor(ratio * 100 + 1e-9)} %`;
}

function formatAmount(amount: number, unit: LimitUnit): string {
  if (unit === 'bytes' || unit === 'bytes/month') return formatSize(roundBytes(amount));
  if (unit === 'nanoseconds') return formatNanoseconds(amount);
  return (Math.abs(amount) >= LARGE ? compact : grouped).format(amount);
}

/** To three digits of the unit that it is shown in: more would not be read off a board that changes each second. */
function roundBytes(bytes: number): number {
  if (!(bytes >= 1)) return bytes;
  const unit = 1024 ** Math.floor(Math.log2(bytes) / 10);
  return Number((bytes / unit).toPrecision(3)) * unit;
}
