import { limitNamed, type LimitField } from './catalogue.js';
import { isPeriodOver } from './quota-period.js';
import type { UsageReading, UsageSample } from './usage-sample.js';

/**
 * Leaves out what was counted for a day or month that is over; `undefined` where nothing is left.
 *
 * @param now Unix milliseconds
 * @returns the sample it was given, if none of it is over.
 */
export function withoutPast(sample: UsageSample | undefined, now: number): UsageSample | undefined {
  if (sample === undefined) return undefined;
  const all = Object.entries(sample) as [LimitField, UsageReading][];
  const current = all.filter(([field, { at }]) => !isPeriodOver(limitNamed[field].unit, at, now));
  if (current.length === all.length) return sample;
  return current.length === 0 ? undefined : Object.fromEntries(current);
}
