import { limitEntries, limitNamed } from '../../core/limits/catalogue.js';
import { measureLimit, type Measure } from '../../core/limits/measure-limit.js';
import type { LevelsOf } from '../../core/limits/thresholds.js';
import type { UsageSample } from '../../core/limits/usage-sample.js';
import type { Database } from '../../core/records/database.js';
import type { LimitField } from '../../core/records/limit-fields.js';
import type { IndexRecord } from '../../core/records/vector-index.js';
import type { ResourceKind } from '../../core/shared/resource-kind.js';

interface LimitValue {
  readonly field: LimitField;
  readonly value: number;
}

export type LimitValues = Readonly<Record<'ratios' | 'used' | 'limits', readonly LimitValue[]>>;

/** Reads the limits of a fleet, with the levels of its thresholds. */
export class ResourceLimits {
  readonly #levels: LevelsOf;
  readonly #order: Readonly<Record<ResourceKind, readonly LimitField[]>>;

  /** @param first the fields that come before the others, which follow in the order of api.md */
  constructor(levels: LevelsOf, first: readonly LimitField[]) {
    this.#levels = levels;
    this.#order = { database: orderOf('database', first), index: orderOf('index', first) };
  }

  measure(field: LimitField, record: Database | IndexRecord, usage: UsageSample | undefined): Measure {
    const reading = usage?.[field];
    const value = (record as Readonly<Record<string, unknown>>)[field];
    return measureLimit(value, reading?.used, this.#levels(field), limitNamed[field].unlimited, reading?.statusBefore);
  }

  /**
   * Selects the values that have a series: ratios first, then uses, then limits, each in the order of the fields. An unknown
   * value takes no place.
   *
   * @param places how many values may be selected
   */
  select(
    resource: ResourceKind,
    record: Database | IndexRecord,
    usage: UsageSample | undefined,
    places: number,
  ): LimitValues {
    const ratios: LimitValue[] = [];
    const used: LimitValue[] = [];
    const limits: LimitValue[] = [];
    for (const field of this.#order[resource]) {
      const each = this.measure(field, record, usage);
      if (each.ratio !== undefined) ratios.push({ field, value: each.ratio });
      if (each.used !== undefined) used.push({ field, value: each.used });
      if (typeof each.limit === 'number' && limits.length < places) limits.push({ field, value: each.limit });
    }
    const left = Math.max(0, places - ratios.length);
    return {
      ratios: ratios.slice(0, places),
      used: used.slice(0, left),
      limits: limits.slice(0, Math.max(0, left - used.length)),
    };
  }
}

function orderOf(resource: ResourceKind, first: readonly LimitField[]): readonly LimitField[] {
  const all = limitEntries[resource].map(([field]) => field);
  return [...new Set([...first.filter((field) => all.includes(field)), ...all])];
}
