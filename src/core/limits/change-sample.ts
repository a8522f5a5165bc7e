import { addReading } from './add-reading.js';
import { limitNamed, type LimitField } from './catalogue.js';
import { periodStart } from './quota-period.js';
import { cutHistory, hasHistory } from './usage-history.js';
import type { UsageReading, UsageSample } from './usage-sample.js';

/**
 * Adds new readings to a sample, and to the histories of levels and quotas.
 *
 * @param capacity the maximum number of points in a history; 0 for no histories.
 * @param now Unix milliseconds; a known reading with a later time was made while the clock was ahead.
 * @returns the same sample if nothing changed.
 */
export function changeSample(
  sample: UsageSample,
  seen: readonly (readonly [LimitField, UsageReading])[],
  capacity: number,
  now = Infinity,
): UsageSample {
  const after: { [Field in LimitField]?: UsageReading } = { ...sample };
  for (const [field, one] of seen) {
    after[field] = cut(field, addReading(after[field], one, hasHistory(field) && capacity > 0, now), capacity);
  }
  return isUnchanged(sample, after) ? sample : after;
}

/**
 * Cuts the histories of a sample to `capacity` points.
 *
 * @returns the same sample if no history is longer.
 */
export function cutHistories(sample: UsageSample, capacity: number): UsageSample {
  const readings = Object.entries(sample) as [LimitField, UsageReading][];
  const after = Object.fromEntries(readings.map(([field, reading]) => [field, cut(field, reading, capacity)]));
  return isUnchanged(sample, after) ? sample : after;
}

function cut(field: LimitField, reading: UsageReading, capacity: number): UsageReading {
  return cutHistory(reading, hasHistory(field) ? capacity : 0, periodStart(limitNamed[field].unit, reading.at));
}

/** Compares the readings of `after` only, since no change removes a reading. */
function isUnchanged(before: UsageSample, after: UsageSample): boolean {
  return Object.entries(after).every(([field, reading]) => reading === before[field as LimitField]);
}
