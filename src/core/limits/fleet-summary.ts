import type { Kernel } from '../fleet/kernel.js';
import type { Database } from '../records/database.js';
import type { IndexRecord } from '../records/vector-index.js';
import { resourceKinds, type ResourceKind } from '../shared/resource-kind.js';
import { limitEntries, limitNamed, type LimitTerms, type LimitUnit } from './catalogue.js';
import { limitUsage, type LimitUsage } from './limit-usage.js';
import { measureLimit, type LimitStatus } from './measure-limit.js';
import { levelsOf, type LevelsOf } from './thresholds.js';
import { usagePart } from './usage-part.js';
import type { UsageLedger } from './usage-ledger.js';
import type { UsageSample } from './usage-sample.js';

/** Counts by status. */
export type StatusCounts = Readonly<Record<LimitStatus, number>>;

/** The sums of all levels, rates and quotas of one unit, over all resources. */
export interface LimitTotal {
  readonly unit: LimitUnit;
  /** Sum of the known limits; `undefined` if no limit is known. */
  readonly limit: number | undefined;
  /** Number of limits in `limit`. */
  readonly limitCount: number;
  /** Sum of the known uses; `undefined` if no use is known. */
  readonly used: number | undefined;
  /** Number of limits in `used`. */
  readonly usedCount: number;
}

/** Counts, worst limits and totals of a fleet. */
export interface FleetSummary {
  /** Number of known databases that have a record and are not `missing`. */
  readonly databases: number;
  /** Number of vector indices that have a record and are not `missing`. */
  readonly indices: number;
  /** Number of resources by the most severe status among the limits of each resource. */
  readonly resources: StatusCounts;
  /** Number of limits by status. */
  readonly limits: StatusCounts;
  /** The limits with the highest `ratio`, highest first; at most 10. */
  readonly worst: readonly LimitUsage[];
  /** Sums of the limits and of their use, for each unit. */
  readonly totals: readonly LimitTotal[];
}

/**
 * The numbers of one resource. The first is the highest ratio of its limits, or -1. All others are added up over all
 * resources: the number of resources of each severity, and the number of limits of each severity. For each unit, the
 * sum and the count of the limits follow, then the sum and the count of the uses.
 */
type Share = number[];

const RESOURCES = 1;
const LIMITS = 7;
const TOTALS = 13;

/** A more severe status has a higher number. `unknown` is more severe than `unlimited`, less severe than `ok`. */
const SEVERITY: StatusCounts = { unknown: 1, unlimited: 0, ok: 2, warning: 3, critical: 4, exceeded: 5 };

/** A sum of item sizes or of durations has no meaning. */
const isSummed = ({ kind }: LimitTerms): boolean => kind !== 'ceiling' && kind !== 'timeout';

/** The units of the limits that are summed, first the units of databases. Databases and indices have none in common. */
const UNITS = [
  ...new Set(
    Object.values(limitNamed)
      .filter(isSummed)
      .map(({ unit }) => unit),
  ),
];

const WORST_COUNT = 10;

interface Candidate {
  readonly resource: ResourceKind;
  readonly id: string;
  readonly ratio: number;
}

/** Sums up the limits of a fleet. Only resources that changed are compared with their limits again. */
export class FleetTally {
  readonly #kernel: Kernel;
  readonly #ledger: UsageLedger;
  readonly #changed: Readonly<Record<ResourceKind, Set<string>>>;
  readonly #shares = { database: new Map<string, Share>(), index: new Map<string, Share>() };

  constructor(kernel: Kernel) {
    const { databases, indices } = kernel;
    this.#kernel = kernel;
    this.#ledger = usagePart(kernel);
    this.#changed = { database: new Set(databases.ids.value), index: new Set(indices.ids.value) };
  }

  /** To be called when the record or the use of a resource changes, and when it begins or ceases to count. */
  change(resource: ResourceKind, id: string): void {
    if (this.#recordOf(resource, id) !== undefined) return void this.#changed[resource].add(id);
    this.#changed[resource].delete(id);
    this.#shares[resource].delete(id);
  }

  /** The summary may contain forecasts whose time has passed. */
  summary(): FleetSummary {
    const sums = [...ZEROS.index];
    const worst: Candidate[] = [];
    let lowest = -1;
    for (const resource of resourceKinds) {
      this.#update(resource);
      this.#shares[resource].forEach((share, id) => {
        // Sums that were kept and corrected at each change would lose small amounts beside large ones.
        for (let place = RESOURCES; place < share.length; place++) (sums[place] as number) += share[place] as number;
        const ratio = share[0] as number;
        if (ratio > lowest) lowest = addCandidate(worst, { resource, id, ratio });
      });
    }
    return {
      databases: this.#shares.database.size,
      indices: this.#shares.index.size,
      resources: countsAt(sums, RESOURCES),
      limits: countsAt(sums, LIMITS),
      worst: this.#worstLimits(worst),
      totals: totalsOf(sums),
    };
  }

  #update(resource: ResourceKind): void {
    const levels = levelsOf(this.#kernel.options.thresholds);
    const shares = this.#shares[resource];
    for (const id of this.#changed[resource]) {
      const record = this.#recordOf(resource, id);
      if (record === undefined) continue;
      // A reused array stays near the other arrays in memory. Adding up scattered arrays takes three times as long.
      const share = shares.get(id)?.fill(0) ?? [...ZEROS[resource]];
      fillShare(share, resource, record, this.#ledger.peek(resource, id), levels);
      shares.set(id, share);
    }
    this.#changed[resource].clear();
  }

  /** The 10 worst limits belong to the 10 worst resources. Among equals, usually the first added comes first. */
  #worstLimits(worst: readonly Candidate[]): readonly LimitUsage[] {
    const limits = worst.flatMap(({ resource, id }) =>
      limitUsage(this.#recordOf(resource, id), this.#ledger.peek(resource, id), this.#kernel.options.thresholds),
    );
    return limits
      .filter(({ ratio }) => ratio !== undefined)
      .sort((one, other) => (other.ratio as number) - (one.ratio as number))
      .slice(0, WORST_COUNT);
  }

  /** The record of a resource that counts: a member that is not `missing`. */
  #recordOf(resource: ResourceKind, id: string): Database | IndexRecord | undefined {
    const store = this.#kernel.stores[resource];
    if (!store.isMember(id)) return undefined;
    const { record, status } = store.peek(id);
    return status === 'missing' ? undefined : record;
  }
}

/** The shares of databases, which may be many, end before the units of indices. */
const ZEROS = { database: zeros('database'), index: zeros('index') };

function zeros(resource: ResourceKind): readonly number[] {
  const lastUnit = Math.max(...limitEntries[resource].map(([, { unit }]) => UNITS.indexOf(unit)));
  return Array.from({ length: TOTALS + 4 * (lastUnit + 1) }, () => 0);
}

function fillShare(
  share: Share,
  resource: ResourceKind,
  record: Database | IndexRecord,
  usage: UsageSample | undefined,
  levels: LevelsOf,
): void {
  const add = (place: number, amount: number): void => void ((share[place] as number) += amount);
  let [highest, severest] = [-1, -1];
  for (const [field, terms] of limitEntries[resource]) {
    const { used: use, statusBefore } = usage?.[field] ?? {};
    const measure = measureLimit(record[field as never], use, levels(field), terms.unlimited, statusBefore);
    const { limit, used, ratio = -1, status } = measure;
    const severity = SEVERITY[status];
    highest = Math.max(highest, ratio);
    severest = Math.max(severest, severity);
    add(LIMITS + severity, 1);
    if (!isSummed(terms)) continue;
    const place = TOTALS + 4 * UNITS.indexOf(terms.unit);
    if (typeof limit === 'number') {
      add(place, limit);
      add(place + 1, 1);
    }
    if (used !== undefined) {
      add(place + 2, used);
      add(place + 3, 1);
    }
  }
  add(RESOURCES + severest, 1);
  share[0] = highest;
}

/** Keeps the 10 highest ratios. @returns a ratio that the next candidate has to exceed */
function addCandidate(worst: Candidate[], candidate: Candidate): number {
  worst.push(candidate);
  if (worst.length < WORST_COUNT) return -1;
  const lowest = Math.min(...worst.map(({ ratio }) => ratio));
  if (worst.length > WORST_COUNT)
    worst.splice(
      worst.findLastIndex(({ ratio }) => ratio === lowest),
      1,
    );
  return lowest;
}

function countsAt(sums: Share, start: number): StatusCounts {
  const counts = Object.entries(SEVERITY).map(([status, severity]) => [status, sums[start + severity]]);
  return Object.fromEntries(counts) as StatusCounts;
}

function totalsOf(sums: Share): LimitTotal[] {
  return UNITS.flatMap((unit, nth) => {
    const [limit, limitCount = 0, used, usedCount = 0] = sums.slice(TOTALS + 4 * nth);
    if (limitCount + usedCount === 0) return [];
    const [knownLimit, knownUse] = [limitCount > 0 ? limit : undefined, usedCount > 0 ? used : undefined];
    return { unit, limit: knownLimit, limitCount, used: knownUse, usedCount };
  });
}
