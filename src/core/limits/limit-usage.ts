import { exactInt64 } from '../records/exact-int64.js';
import type { Database } from '../records/database.js';
import { isObject, type JsonObject } from '../shared/is-object.js';
import type { IndexRecord } from '../records/vector-index.js';
import { idFields, kindOfRecord, type ResourceKind } from '../shared/resource-kind.js';
import { limitEntries, type LimitTerms } from './catalogue.js';
import type { LimitField } from '../records/limit-fields.js';
import { forecastOf } from './forecast-of.js';
import { measureLimit, type MeasuredStatus } from './measure-limit.js';
import { getOrCreate } from './get-or-create.js';
import { isPeriodOver } from './quota-period.js';
import { levelsOf, type LevelsOf } from './thresholds.js';
import type { Thresholds } from '../fleet/thresholds-option.js';
import type { Usage, UsageReading } from './usage-sample.js';

interface LimitFacts extends Omit<LimitTerms, 'unlimited'> {
  readonly resource: ResourceKind;
  /** Id of the database or vector index; empty where the record has none. */
  readonly id: string;
  /** Field of the record that holds the limit. */
  readonly field: LimitField;
}

interface MeasuredUse {
  readonly status: MeasuredStatus;
  /** The value of the field. `exactInt64` returns all digits of a large value. */
  readonly limit: number;
  /** The amount in use, in the unit of the limit. */
  readonly used: number;
  /** `used / limit`: above 1 if the limit is exceeded, `Infinity` for any use of a limit of 0. */
  readonly ratio: number;
  /** The amount left, 0 or more. */
  readonly remaining: number;
  /** When the use was observed, Unix milliseconds. Absent if the use was given as a plain number. */
  readonly observedAt?: number;
  /** Forecast of when a level or quota reaches its limit, Unix milliseconds. Absent without a forecast. */
  readonly exhaustsAt?: number;
  /** The interval of the forecast, Unix milliseconds. Present together with `exhaustsAt`. */
  readonly exhaustsBetween?: readonly [earliest: number, latest: number];
}

interface UnmeasuredUse {
  /** The amount in use. Absent if no use was reported. */
  readonly used?: number;
  readonly ratio?: undefined;
  readonly remaining?: undefined;
  readonly observedAt?: number;
  readonly exhaustsAt?: undefined;
  readonly exhaustsBetween?: undefined;
}

/**
 * One limit of a resource and its use. `ratio` and `remaining` are present if both the limit and its use are known. A
 * check of `status` narrows the type.
 */
export type LimitUsage = LimitFacts &
  (
    | MeasuredUse
    | (UnmeasuredUse & { readonly status: 'unlimited'; readonly limit: 'unlimited' })
    /** `limit` is `undefined` if the record has no valid value. */
    | (UnmeasuredUse & { readonly status: 'unknown'; readonly limit: number | undefined })
  );

/**
 * Compares the limits of a record with their use.
 *
 * Returns the 12 limits of a database or the 9 limits of a vector index, in the order of api.md. A limit that is missing
 * or of the wrong type is `unknown`. A limit of 0 is `ok` while nothing is used, and `exceeded` otherwise.
 *
 * Calls with the same arguments, by reference, return the same array until a period or a forecast is over. Records,
 * usage and thresholds must not be mutated.
 *
 * A status that began stays until the use falls below its `clear` threshold. `statusBefore` of a reading names it.
 *
 * @param usage The value of `usageOf`, or plain numbers by field. Without it, a limit is `unknown` or `unlimited`.
 * @param thresholds The ratios at which each status begins and below which it ends. @default as in `FleetOptions`
 * @param now Unix milliseconds. If given, the use of a quota whose day or month is over is unknown, and forecasts for
 *   a past time are left out.
 * @throws FleetError `invalid-request` if the thresholds are invalid.
 * @example
 * ```ts
 * const [connections] = limitUsage(database, { db_max_clients: 812 });
 * connections?.ratio; // 0.812
 * ```
 * @see api.md, Limits
 */
export function limitUsage(
  record: Database | IndexRecord | undefined,
  usage?: Usage,
  thresholds?: Thresholds,
  now?: number,
): readonly LimitUsage[] {
  const levels = levelsOf(thresholds);
  if (!isObject(record)) return NONE;
  const used = isObject(usage) ? usage : NO_USAGE;
  const byUsage = getOrCreate(results, record, () => new WeakMap());
  const byLevels = getOrCreate(byUsage, used, () => new WeakMap());
  const usages = getOrCreate(byLevels, levels, () => usagesOf(record, used, levels));
  const current = now === undefined ? usages : usages.map((usage) => asOf(usage, now));
  return current.every((usage, at) => usage === usages[at]) ? usages : current;
}

/** The age of a use from which its forecast is outdated: the length of the longest part of a window. */
export const FORECAST_FRESH_MS = 3 * 3_600_000;

/** The usage at a later time: without the use of a quota whose period is over, and without an outdated forecast. */
export function asOf(usage: LimitUsage, now: number): LimitUsage {
  const { unit, observedAt = now, exhaustsAt } = usage;
  if (isPeriodOver(unit, observedAt, now)) return withoutUse(usage);
  if (exhaustsAt === undefined || Math.min(exhaustsAt, observedAt + FORECAST_FRESH_MS) >= now) return usage;
  const { exhaustsAt: _, exhaustsBetween: __, ...others } = usage;
  return others;
}

function withoutUse({ resource, id, name, field, unit, kind, limit }: LimitUsage): LimitUsage {
  const facts = { resource, id, name, field, unit, kind };
  return limit === 'unlimited' ? { ...facts, limit, status: 'unlimited' } : { ...facts, limit, status: 'unknown' };
}

const NO_USAGE: Usage = {};
const NONE: readonly never[] = [];

const results = new WeakMap<object, WeakMap<Usage, WeakMap<LevelsOf, readonly LimitUsage[]>>>();

function usagesOf(record: JsonObject, usage: Usage, levels: LevelsOf): LimitUsage[] {
  const resource = kindOfRecord(record);
  const given = record[idFields[resource]];
  const id = typeof given === 'string' ? given : '';
  return limitEntries[resource].map(([field, { name, unit, kind, unlimited }]): LimitUsage => {
    const facts = { resource, id, name, field, unit, kind };
    const reported = usage[field];
    const reading: Partial<UsageReading> | undefined = typeof reported === 'number' ? { used: reported } : reported;
    const { used: use, at, history, statusBefore } = reading ?? {};
    const measure = measureLimit(record[field], use, levels(field), unlimited, statusBefore);
    const observed = measure.used === undefined || at === undefined ? {} : { observedAt: at };
    if (measure.ratio === undefined) {
      const { used, ratio: _, ...others } = measure;
      return { ...facts, ...others, ...(used !== undefined && { used }), ...observed };
    }
    const forecast = history && forecastOf({ kind, unit }, measure.limit, history);
    return {
      ...facts,
      ...measure,
      remaining: remainingOf(record, field, measure.limit, measure.used),
      ...observed,
      ...(forecast && { exhaustsAt: forecast.at, exhaustsBetween: [forecast.earliest, forecast.latest] }),
    };
  });
}

/** Subtracts exactly where all digits of the limit are known: beyond 2^53 a difference of numbers is off by hundreds. */
function remainingOf(record: JsonObject, field: string, limit: number, used: number): number {
  const exact = Number.isInteger(used) ? exactInt64(record, field) : undefined;
  return Math.max(0, exact === undefined ? limit - used : Number(exact - BigInt(used)));
}
