import { limitEntries, limitNamed } from '../../core/limits/catalogue.js';
import { measureLimit, type Measure } from '../../core/limits/measure-limit.js';
import type { LevelsOf } from '../../core/limits/thresholds.js';
import type { UsageSample } from '../../core/limits/usage-sample.js';
import type { Database } from '../../core/records/database.js';
import type { LimitField } from '../../core/records/limit-fields.js';
import type { IndexRecord } from '../../core/records/vector-index.js';
import type { ResourceKind } from '../../core/shared/resource-kind.js';

export interface LimitMeasure {
  readonly field: LimitField;
  readonly measure: Measure;
}

/**
 * Makes a function that measures all limits of a resource.
 *
 * @param levels the levels of the fleet's thresholds
 * @param first the fields that come before the others, which follow in the order of api.md
 */
export function createLimitReader(
  levels: LevelsOf,
  first: readonly LimitField[],
): (resource: ResourceKind, record: Database | IndexRecord, usage: UsageSample | undefined) => readonly LimitMeasure[] {
  const ordered = (resource: ResourceKind) => {
    const all = limitEntries[resource].map(([field]) => field);
    const fields = new Set([...first.filter((field) => all.includes(field)), ...all]);
    return Array.from(fields, (field) => ({ field, levels: levels(field), unlimited: limitNamed[field].unlimited }));
  };
  const terms = { database: ordered('database'), index: ordered('index') };
  return (resource, record, usage) =>
    terms[resource].map(({ field, levels: ofField, unlimited }) => {
      const reading = usage?.[field];
      const value = (record as Readonly<Record<string, unknown>>)[field];
      return { field, measure: measureLimit(value, reading?.used, ofField, unlimited, reading?.statusBefore) };
    });
}
