import { limitNamed, type LimitUnit } from './catalogue.js';
import type { LimitField } from '../records/limit-fields.js';
import type { UsageReading, UsageSample } from './usage-sample.js';

const DAY_MS = 86_400_000;

/**
 * The start of the quota period (day or month of UTC) that contains `at`; `-Infinity` for a unit without a period.
 *
 * @param periodsLater 1 for the start of the next period
 */
export function periodStart(unit: LimitUnit, at: number, periodsLater = 0): number {
  if (unit.endsWith('/day')) return (Math.floor(at / DAY_MS) + periodsLater) * DAY_MS;
  if (!unit.endsWith('/month')) return periodsLater > 0 ? Infinity : -Infinity;
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + periodsLater);
}

/** Whether the period of a count has ended. Both times are Unix milliseconds. */
export function isPeriodOver(unit: LimitUnit, countedAt: number, now: number): boolean {
  return countedAt < periodStart(unit, now);
}

/** Removes the readings of quotas whose day or month has ended. @returns the same sample if none has */
export function dropEndedPeriods(sample: UsageSample | undefined, now: number): UsageSample | undefined {
  if (sample === undefined) return undefined;
  const all = Object.entries(sample) as [LimitField, UsageReading][];
  const current = all.filter(([field, { at }]) => !isPeriodOver(limitNamed[field].unit, at, now));
  if (current.length === all.length) return sample;
  return current.length === 0 ? undefined : Object.fromEntries(current);
}
