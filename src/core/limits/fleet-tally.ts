import type { Database } from '../records/database.js';
import type { LimitField } from '../records/limit-fields.js';
import type { IndexRecord } from '../records/vector-index.js';
import type { ResourceKind } from '../shared/resource-kind.js';
import { shareEqual } from '../records/share-equal.js';
import type { Thresholds } from '../fleet/thresholds-option.js';
import { limitEntries, limitNamed, type LimitTerms } from './catalogue.js';
import type { FleetSummary, StatusCounts } from './fleet-summary.js';
import { asOf, limitUsage, type LimitUsage } from './limit-usage.js';
import { measureLimit, type Measure } from './measure-limit.js';
import { levelsOf, type LevelsOf } from './thresholds.js';
import type { UsageSample } from './usage-sample.js';

/** The record of a resource and its usage. */
export interface Facts {
  readonly record: Database | IndexRecord;
  readonly usage: UsageSample | undefined;
}

/** Returns the facts of a resource; `undefined` if the resource does not count. */
export type FactsOf = (resource: ResourceKind, id: string) => Facts | undefined;

/** Resources that are summed up together. A change makes only its group be summed up again. */
interface Group {
  readonly members: Member[];
  /** `undefined` after a change. */
  sums: readonly number[] | undefined;
  /** The highest ratio of a limit; -1 without ratios. */
  ratio: number;
}

interface Member {
  readonly resource: ResourceKind;
  readonly id: string;
  readonly group: Group;
}

/** A larger group needs less memory for each resource, and more time for each change. */
const GROUP_SIZE = 16;

const WORST_COUNT = 10;

/** A more severe status has a higher number. `unknown` is more severe than `unlimited`, less severe than `ok`. */
const SEVERITY: StatusCounts = { unknown: 1, unlimited: 0, ok: 2, warning: 3, critical: 4, exceeded: 5 };

const UNITS = [...new Set(Object.values(limitNamed).map(({ unit }) => unit))];

/** The places of the sums: resources by kind, resources by status, limits by status, then four sums for each unit. */
const KINDS: Readonly<Record<ResourceKind, number>> = { database: 0, index: 1 };
const RESOURCES = 2;
const LIMITS = 8;
const TOTALS = 14;

const zeros = (): number[] => Array.from({ length: TOTALS + 4 * UNITS.length }, () => 0);

/** The counts, totals and worst limits of a fleet. */
export class FleetTally {
  readonly #factsOf: FactsOf;
  readonly #thresholds: Thresholds | undefined;
  readonly #levels: LevelsOf;
  readonly #members = { database: new Map<string, Member>(), index: new Map<string, Member>() };
  /** In the order in which the resources were added. */
  readonly #groups = new Set<Group>();
  #lastGroup: Group | undefined;
  #worst: readonly LimitUsage[] = [];
  #summary: FleetSummary | undefined;
  #sums: readonly number[] | undefined;

  constructor(factsOf: FactsOf, thresholds?: Thresholds) {
    this.#factsOf = factsOf;
    this.#thresholds = thresholds;
    this.#levels = levelsOf(thresholds);
  }

  /** Adds a resource, or marks its facts as changed. */
  put(resource: ResourceKind, id: string): void {
    this.#invalidate((this.#members[resource].get(id) ?? this.#add(resource, id)).group);
  }

  remove(resource: ResourceKind, id: string): void {
    const member = this.#members[resource].get(id);
    if (member === undefined) return;
    const { group } = member;
    this.#invalidate(group);
    this.#members[resource].delete(id);
    group.members.splice(group.members.indexOf(member), 1);
    if (group.members.length === 0 && group !== this.#lastGroup) this.#groups.delete(group);
  }

  /** Marks the facts of all resources as changed. */
  invalidate(): void {
    for (const group of this.#groups) this.#invalidate(group);
  }

  /** Returns the summary. Parts that are equal to the previous summary keep their references. @param now Unix milliseconds */
  summary(now: number): FleetSummary {
    if (this.#sums === undefined) {
      this.#sums = this.#sumUpAll();
      this.#worst = this.#findWorst();
    }
    this.#worst = this.#worst.map((limit) => asOf(limit, now));
    return (this.#summary = shareEqual(toSummary(this.#sums, this.#worst), this.#summary));
  }

  #invalidate(group: Group): void {
    group.sums = this.#sums = undefined;
  }

  #add(resource: ResourceKind, id: string): Member {
    if (this.#lastGroup === undefined || this.#lastGroup.members.length === GROUP_SIZE)
      this.#groups.add((this.#lastGroup = { members: [], sums: undefined, ratio: -1 }));
    const member = { resource, id, group: this.#lastGroup };
    this.#lastGroup.members.push(member);
    this.#members[resource].set(id, member);
    return member;
  }

  #sumUp(group: Group): readonly number[] {
    const added = zeros();
    const add = (place: number, amount: number): void => void ((added[place] as number) += amount);
    group.ratio = -1;
    for (const { resource, id } of group.members) {
      let severity = -1;
      for (const { terms, measure } of measuresOf(this.#factsOf(resource, id), resource, this.#levels)) {
        const { limit, used, ratio = -1, status } = measure;
        severity = Math.max(severity, SEVERITY[status]);
        group.ratio = Math.max(group.ratio, ratio);
        add(LIMITS + SEVERITY[status], 1);
        // A sum of item sizes or of durations has no meaning.
        if (terms.kind === 'ceiling' || terms.kind === 'timeout') continue;
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
      if (severity < 0) continue;
      add(KINDS[resource], 1);
      add(RESOURCES + severity, 1);
    }
    return added;
  }

  #sumUpAll(): readonly number[] {
    const added = zeros();
    for (const group of this.#groups) {
      const sums = (group.sums ??= this.#sumUp(group));
      // Twice as fast as an iterator: a large fleet has thousands of groups.
      for (let place = 0; place < added.length; place++) (added[place] as number) += sums[place] as number;
    }
    return added;
  }

  /** The 10 worst limits belong to the 10 worst groups. Among equals, the resource that was added first comes first. */
  #findWorst(): readonly LimitUsage[] {
    const worstGroups = new Set(highest([...this.#groups]));
    const limits = [...this.#groups]
      .filter((group) => worstGroups.has(group))
      .flatMap(({ members }) => members)
      .flatMap(({ resource, id }) => {
        const facts = this.#factsOf(resource, id);
        return measuresOf(facts, resource, this.#levels).map(({ field, measure: { ratio = -1 } }) => {
          return { facts, field, ratio };
        });
      });
    return highest(limits).flatMap(({ facts, field }) =>
      limitUsage(facts?.record, facts?.usage, this.#thresholds).filter((limit) => limit.field === field),
    );
  }
}

function measuresOf(
  facts: Facts | undefined,
  resource: ResourceKind,
  levels: LevelsOf,
): readonly { readonly field: LimitField; readonly terms: LimitTerms; readonly measure: Measure }[] {
  if (facts === undefined) return [];
  const { record, usage } = facts;
  return limitEntries[resource].map(([field, terms]) => {
    const { used, statusBefore } = usage?.[field] ?? {};
    const measure = measureLimit(record[field as never], used, levels(field), terms.unlimited, statusBefore);
    return { field, terms, measure };
  });
}

function highest<Item extends { readonly ratio: number }>(items: readonly Item[]): readonly Item[] {
  return items
    .filter(({ ratio }) => ratio >= 0)
    .sort((a, b) => b.ratio - a.ratio)
    .slice(0, WORST_COUNT);
}

function toSummary(sums: readonly number[], worst: readonly LimitUsage[]): FleetSummary {
  const [databases = 0, indices = 0] = sums;
  return {
    databases,
    indices,
    resources: countsAt(sums, RESOURCES),
    limits: countsAt(sums, LIMITS),
    worst,
    totals: UNITS.flatMap((unit, at) => {
      const [limit, limitCount = 0, used, usedCount = 0] = sums.slice(TOTALS + 4 * at);
      if (limitCount + usedCount === 0) return [];
      return {
        unit,
        limit: limitCount > 0 ? limit : undefined,
        limitCount,
        used: usedCount > 0 ? used : undefined,
        usedCount,
      };
    }),
  };
}

function countsAt(sums: readonly number[], place: number): StatusCounts {
  const counts = Object.entries(SEVERITY).map(([status, severity]) => [status, sums[place + severity]]);
  return Object.fromEntries(counts) as StatusCounts;
}
