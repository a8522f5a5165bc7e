import { limitNamed, type LimitUnit } from './catalogue.js';
import type { LimitField } from '../records/limit-fields.js';
import type { UsageReading, UsageSample } from './usage-sample.js';

const DAY_MS = 86_400_000;

/**
 * Returns the start of the quota period (day or month of UTC) that contains `at`. A unit without a period starts at
 * `-Infinity`, and its next period at `Infinity`.
 *
 * @param at Unix milliseconds
 * @param periodsLater 1 for the start of the next period.
 * @returns Unix milliseconds
 */
export function periodStart(unit: LimitUnit, at: number, periodsLater = 0): number {
  if (unit.endsWith('/day')) return (Math.floor(at / DAY_MS) + periodsLater) * DAY_MS;
  if (!unit.endsWith('/month')) return periodsLater > 0 ? Infinity : -Infinity;
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + periodsLater);
}

/** Whether the quota period of a count has ended. Both times are Unix milliseconds. */
export function isPeriodOver(unit: LimitUnit, countedAt: number, now: number): boolean {
  return countedAt < periodStart(unit, now);
}

/**
 * Removes the readings of quotas whose day or month has ended.
 *
 * @param now Unix milliseconds
 * @returns the same sample if no period has ended; `undefined` if no reading is left.
 */
export function dropEndedPeriods(sample: UsageSample | undefined, now: number): UsageSample | undefined {
  if (sample === undefined) return undefined;
  const all = Object.entries(sample) as [LimitField, UsageReading][];
  const current = all.filter(([field, { at }]) => !isPeriodOver(limitNamed[field].unit, at, now));
  if (current.length === all.length) return sample;
  return current.length === 0 ? undefined : Object.fromEntries(current);
}
