import { formatCount } from '../../../../format/quantities.js';
import type { Throughput } from '../../../../core/limits/throughput.js';
import { formatLocal } from './chart/format-time.js';

const rounded = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 });

/** Formats a throughput value with four digits. */
export function formatThroughput(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e6 ? formatCount(value) : rounded.format(value);
}

/** Describes a throughput chart in one sentence, for screen readers. Empty without points. */
export function describeThroughput({ points, latest, peak, mean }: Throughput): string {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined || latest === undefined || peak === undefined || mean === undefined)
    return '';
  const count = points.length === 1 ? '1 value' : `${formatCount(points.length)} values`;
  return (
    `${count} from ${formatLocal(first.at)} to ${formatLocal(last.at)}: ` +
    `latest ${formatThroughput(latest)}, peak ${formatThroughput(peak)}, mean ${formatThroughput(mean)}.`
  );
}
