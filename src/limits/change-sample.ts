import { addReading } from './add-reading.js';
import type { LimitField } from './catalogue.js';
import { cutHistory } from './cut-history.js';
import { hasHistory } from './has-history.js';
import type { UsageReading, UsageSample } from './usage-sample.js';

/**
 * Adds what was seen to a sample; of levels and quotas also to their histories, of which none is longer afterwards than
 * it may be.
 *
 * @param capacity how many points a history may have; 0: there are none.
 * @returns the sample it was given, if nothing changed.
 */
export function changeSample(
  sample: UsageSample,
  seen: readonly (readonly [LimitField, UsageReading])[],
  capacity: number,
): UsageSample {
  const after: { [Field in LimitField]?: UsageReading } = { ...sample };
  const capacityOf = (field: LimitField): number => (hasHistory(field) ? capacity : 0);
  for (const [field, one] of seen) after[field] = addReading(after[field], one, capacityOf(field) > 0);
  const readings = Object.entries(after) as [LimitField, UsageReading][];
  for (const [field, reading] of readings) after[field] = cutHistory(reading, capacityOf(field));
  return readings.every(([field]) => after[field] === sample[field]) ? sample : after;
}
