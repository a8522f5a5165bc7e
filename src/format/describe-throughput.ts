import { formatCount } from './quantities.js';

const rounded = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 });

/** Describes a throughput: a whole number below a million with all its digits, any other one with four digits. */
export function describeThroughput(value: number | undefined): string {
  if (value === undefined) return '–';
  return Number.isInteger(value) && Math.abs(value) < 1e6 ? formatCount(value) : rounded.format(value);
}
