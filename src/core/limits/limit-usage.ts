import { exactInt64 } from '../api/exact-int64.js';
import type { Database } from '../api/database.js';
import { isObject } from '../api/inspect.js';
import type { IndexRecord } from '../api/vector-index.js';
import type { ResourceKind } from '../shared/resource-kind.js';
import { limitsOf, type LimitDescription, type LimitField, type LimitKind, type LimitUnit } from './catalogue.js';
import { asOf } from './as-of.js';
import { exhaustsAt } from './exhausts-at.js';
import { measureLimit, type MeasuredStatus } from './measure-limit.js';
import { remembered } from './remembered.js';
import { levelsOf, type LevelsOf, type ResolvedLevels, type Thresholds } from './thresholds.js';
import type { Usage, UsageReading } from './usage-sample.js';

/** The facts of a limit that do not depend on its use. */
interface LimitFacts {
  readonly resource: ResourceKind;
  /** Id of the database or vector index; empty where the record has none. */
  readonly id: string;
  /** Name of the limit for people, such as `Memory`. */
  readonly name: string;
  /** Field of the record that holds the limit. */
  readonly field: LimitField;
  readonly unit: LimitUnit;
  readonly kind: LimitKind;
}

/** The record has an amount as the limit, and the use of it is known. */
interface MeasuredUse {
  readonly status: MeasuredStatus;
  /** The amount of the record. `exactInt64` has all digits of a large one. */
  readonly limit: number;
  /** How much is used. */
  readonly used: number;
  /** Share of the limit that is used; above 1 where it is exceeded, `Infinity` for any use of a limit of 0. */
  readonly ratio: number;
  /** The amount that is left, not less than 0. */
  readonly remaining: number;
  /** When the use was observed, Unix milliseconds; absent for a plain number that has no time. */
  readonly observedAt?: number;
  /** When a level or quota reaches the limit if its use goes on as before, Unix milliseconds; absent without a forecast. */
  readonly exhaustsAt?: number;
}

/** The record has no limit to compare with, or no use was reported. */
interface UnmeasuredUse {
  /** How much is used; absent where no use was reported. */
  readonly used?: number;
  readonly ratio?: undefined;
  readonly remaining?: undefined;
  readonly observedAt?: number;
  readonly exhaustsAt?: undefined;
}

/**
 * One limit of a resource, and how much of it is used. Its `status` tells, also to the compiler, which members are
 * present: `ratio` and `remaining` exist where both the limit and its use are known.
 *
 * @example
 * ```ts
 * if (usage.status === 'exceeded') console.log(usage.name, usage.used - usage.limit);
 * ```
 */
export type LimitUsage = LimitFacts &
  (
    | MeasuredUse
    | (UnmeasuredUse & { readonly status: 'unlimited'; readonly limit: 'unlimited' })
    /** `limit` is `undefined` where the record has none, or has a value that cannot be a limit. */
    | (UnmeasuredUse & { readonly status: 'unknown'; readonly limit: number | undefined })
  );

/**
 * Holds the limits of a record against what is used of them: 12 of a database, 9 of a vector index, in the order of
 * the document. It takes whatever a record may look like: what is missing or of another type is `unknown`. A limit of
 * 0 is `ok` while nothing is used, `exceeded` otherwise.
 *
 * The same arguments, by reference, give the same array, for as long as all of it holds. Records, usage and thresholds
 * are taken for immutable.
 *
 * The function has no memory: a status lasts below the share at which it begins only where the reading says that the
 * limit had this status before, in `statusBefore`. The readings of a fleet say so; a plain number does not.
 *
 * @param usage as `fleet.usage.latest` gives it, or plain numbers by field. Without it, limits are `unknown`.
 * @param thresholds at which share of the limit a status begins, and below which share it ends. @default begins at 0.8,
 *   0.95 and 1, ends below 0.78, 0.93 and 0.98
 * @param now Unix milliseconds. With it, what was counted for a day or month that is over is not known, and what was
 *   foretold for a time that is over is left out.
 * @throws FleetError `invalid-request` if the thresholds are wrong
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
  const byUsage = remembered(results, record, () => new WeakMap());
  const usages = remembered(
    remembered(byUsage, used, () => new WeakMap()),
    levels,
    () => usagesOf(record, used, levels),
  );
  const current = now === undefined ? usages : usages.map((usage) => asOf(usage, now));
  return current.every((usage, at) => usage === usages[at]) ? usages : current;
}

const NO_USAGE: Usage = {};
const NONE: readonly never[] = [];

/** By record, usage, and what the thresholds are resolved to. */
const results = new WeakMap<object, WeakMap<Usage, WeakMap<LevelsOf, readonly LimitUsage[]>>>();

type JsonRecord = Readonly<Record<string, unknown>>;

function usagesOf(record: JsonRecord, usage: Usage, levels: LevelsOf): LimitUsage[] {
  const resource = resourceOf(record);
  const given = record[resource === 'database' ? 'database_id' : 'id'];
  const id = typeof given === 'string' ? given : '';
  return limitsOf[resource].map(([field, description]) => {
    const { name, unit, kind } = description;
    const facts = { resource, id, name, field, unit, kind };
    return usageOf(facts, record, description, usage[field], levels(field));
  });
}

/** Also a record that lost its id is of one of the two. */
function resourceOf(record: object): ResourceKind {
  if ('database_id' in record) return 'database';
  return 'id' in record || limitsOf.index.some(([field]) => field in record) ? 'index' : 'database';
}

function usageOf(
  facts: LimitFacts,
  record: JsonRecord,
  description: LimitDescription,
  given: UsageReading | number | undefined,
  levels: ResolvedLevels,
): LimitUsage {
  const { field } = facts;
  const { used: use, at, history, statusBefore } = readingOf(given);
  const measure = measureLimit(record[field], use, levels, description.unlimited, statusBefore);
  const observed = measure.used === undefined || at === undefined ? {} : { observedAt: at };
  if (measure.ratio === undefined) {
    const { used, ratio: _, ...others } = measure;
    return { ...facts, ...others, ...(used !== undefined && { used }), ...observed };
  }
  const end = history && exhaustsAt(description, measure.limit, history);
  return {
    ...facts,
    ...measure,
    remaining: remainingOf(record, field, measure.limit, measure.used),
    ...observed,
    ...(end !== undefined && { exhaustsAt: end }),
  };
}

/** A mere number has no time and no history. */
function readingOf(given: UsageReading | number | undefined | null): Partial<UsageReading> {
  if (typeof given === 'object' && given !== null) return given;
  return typeof given === 'number' ? { used: given } : {};
}

/** By all digits of the limit, where they are known: beyond 2^53 the difference of two numbers is off by hundreds. */
function remainingOf(record: JsonRecord, field: string, limit: number, used: number): number {
  const exact = Number.isInteger(used) ? exactInt64(record, field) : undefined;
  return Math.max(0, exact === undefined ? limit - used : Number(exact - BigInt(used)));
}
