import { limitEntries, limitNamed } from '../../core/limits/catalogue.js';
import { measureLimit, type LimitStatus } from '../../core/limits/measure-limit.js';
import type { LevelsOf, ResolvedLevels } from '../../core/limits/thresholds.js';
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

export type LimitCounts = Record<LimitStatus, number>;

interface ReadLimit {
  readonly field: LimitField;
  readonly levels: ResolvedLevels;
  readonly unlimited: number | undefined;
}

/** Reads the limits of a fleet, with the levels of its thresholds. */
export class ResourceLimits {
  readonly #ordered: Readonly<Record<ResourceKind, readonly ReadLimit[]>>;

  /** @param first the fields that come before the others, which follow in the order of api.md */
  constructor(levels: LevelsOf, first: readonly LimitField[]) {
    const ordered = (resource: ResourceKind): ReadLimit[] => {
      const all = limitEntries[resource].map(([field]) => field);
      const fields = [...new Set([...first.filter((field) => all.includes(field)), ...all])];
      return fields.map((field) => ({ field, levels: levels(field), unlimited: limitNamed[field].unlimited }));
    };
    this.#ordered = { database: ordered('database'), index: ordered('index') };
  }

  /**
   * Counts the statuses of the limits, and selects the values that have a series: ratios first, then uses, then limits, each
   * in the order of the fields. An unknown value takes no place.
   *
   * @param places how many values may be selected
   */
  read(
    resource: ResourceKind,
    record: Database | IndexRecord,
    usage: UsageSample | undefined,
    counts: LimitCounts,
    places: number,
  ): LimitValues {
    const ratios: LimitValue[] = [];
    const used: LimitValue[] = [];
    const limits: LimitValue[] = [];
    for (const { field, levels, unlimited } of this.#ordered[resource]) {
      const reading = usage?.[field];
      const value = (record as Readonly<Record<string, unknown>>)[field];
      const each = measureLimit(value, reading?.used, levels, unlimited, reading?.statusBefore);
      counts[each.status] += 1;
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
