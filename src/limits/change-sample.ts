import { addReading, cutHistory } from './add-reading.js';
import { limitNamed, type LimitField } from './catalogue.js';
import { isPeriodOver } from './quota-period.js';
import type { UsageReading, UsageSample } from './usage-sample.js';

/** Readings by field, of whatever resource. */
type Readings = readonly (readonly [LimitField, UsageReading])[];

/** Adds what was seen; of levels and quotas also to their histories. Gives the sample itself if nothing changed. */
export function addReadings(sample: UsageSample, seen: Readings, capacity: number): UsageSample {
  return withReadings(
    sample,
    seen.map(([field, one]) => [field, addReading(sample[field], one, hasHistory(field) ? capacity : 0)]),
  );
}

/** Cuts all histories to a length. Gives the sample itself if none was longer. */
export function cutHistories(sample: UsageSample, capacity: number): UsageSample {
  return withReadings(
    sample,
    readingsIn(sample).map(([field, one]) => [field, cutHistory(one, capacity)]),
  );
}

/** Leaves out what was counted for a day or month that is over. Gives the sample itself if nothing was. */
export function withoutPast(sample: UsageSample | undefined, now: number): UsageSample | undefined {
  if (sample === undefined) return undefined;
  const all = readingsIn(sample);
  const current = all.filter(([field, { at }]) => !isPeriodOver(limitNamed[field].unit, at, now));
  if (current.length === all.length) return sample;
  return current.length === 0 ? undefined : Object.fromEntries(current);
}

/** How many histories a sample has, if there is room for them. */
export function historiesIn(sample: UsageSample): number {
  return Object.keys(sample).filter((field) => hasHistory(field as LimitField)).length;
}

/** A rate says nothing of what comes, and what a ceiling or timeout holds for is over. */
function hasHistory(field: LimitField): boolean {
  const { kind } = limitNamed[field];
  return kind === 'level' || kind === 'quota';
}

function readingsIn(sample: UsageSample): Readings {
  return Object.entries(sample) as [LimitField, UsageReading][];
}

function withReadings(sample: UsageSample, readings: Readings): UsageSample {
  const isChanged = readings.some(([field, reading]) => reading !== sample[field]);
  return isChanged ? { ...sample, ...Object.fromEntries(readings) } : sample;
}
