import { limitNamed } from './catalogue.js';
import type { LimitField } from '../records/limit-fields.js';
import { measureLimit } from './measure-limit.js';
import { isPeriodOver } from './quota-period.js';
import type { LevelsOf } from './thresholds.js';
import type { RaisedStatus } from '../fleet/thresholds-option.js';
import type { UsageReading, UsageSample } from './usage-sample.js';

/**
 * Adds `statusBefore` to new readings: the status that the limit had before the reading. It is stored with the reading,
 * so that every later computation of the status has the same result.
 *
 * @param sample the known readings.
 * @param record the current record of the resource, which holds the limits.
 */
export function withStatusBefore(
  seen: readonly (readonly [LimitField, UsageReading])[],
  sample: UsageSample,
  record: object,
  levels: LevelsOf,
): readonly (readonly [LimitField, UsageReading])[] {
  return seen.map(([field, reading]) => {
    const statusBefore = statusOf(field, sample[field], reading.at, record, levels);
    return [field, statusBefore === undefined ? reading : { ...reading, statusBefore }];
  });
}

/** @param at when the next reading was made, Unix milliseconds. */
function statusOf(
  field: LimitField,
  before: UsageReading | undefined,
  at: number,
  record: object,
  levels: LevelsOf,
): RaisedStatus | undefined {
  const { unit, unlimited } = limitNamed[field];
  if (before === undefined || isPeriodOver(unit, before.at, at)) return undefined;
  // A second reading for the same time replaces the first reading.
  if (before.at === at) return before.statusBefore;
  const value = (record as { readonly [Field in LimitField]?: unknown })[field];
  const { status } = measureLimit(value, before.used, levels(field), unlimited, before.statusBefore);
  return status === 'ok' || status === 'unknown' || status === 'unlimited' ? undefined : status;
}
