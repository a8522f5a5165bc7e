import { formatCount } from '../../../../format/quantities.js';
import type { Throughput } from '../../../../core/limits/throughput.js';
import { formatMoment } from '../shell/format-moment.js';

const rounded = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 });

/** A value of throughput to four digits: more would not be read. */
export function formatThroughput(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e6 ? formatCount(value) : rounded.format(value);
}

/** What a chart of throughput shows, in one sentence, for whoever does not see it. Empty without points. */
export function describeThroughput({ points, latest, peak, mean }: Throughput): string {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined || latest === undefined || peak === undefined || mean === undefined)
    return '';
  const count = points.length === 1 ? 'One value' : `${formatCount(points.length)} values`;
  return (
    `${count} from ${formatMoment(first.at)} to ${formatMoment(last.at)}: ` +
    `${formatThroughput(latest)} at last, ${formatThroughput(peak)} at most, ${formatThroughput(mean)} on average.`
  );
}
