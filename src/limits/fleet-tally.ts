import type { Database } from '../api/database.js';
import type { IndexRecord } from '../api/vector-index.js';
import type { ResourceKind } from '../shared/resource-kind.js';
import { asOf } from './as-of.js';
import { limitsOf, type LimitDescription, type LimitField } from './catalogue.js';
import type { FleetSummary } from './fleet-summary.js';
import { createLimitTotals } from './limit-totals.js';
import { limitUsage, type LimitUsage } from './limit-usage.js';
import { measureLimit, type LimitStatus, type Measure } from './measure-limit.js';
import { createStatusCounter, worseOf } from './status-counts.js';
import { levelsOf, type Thresholds } from './thresholds.js';
import type { UsageSample } from './usage-sample.js';
import { createWorstFirst, type Ranked } from './worst-first.js';

type LimitedRecord = Database | IndexRecord | undefined;

/** What the summary is made of, kept as resources change. */
export interface FleetTally {
  /** A resource is now like this. Without a record it does not count. @returns whether the summary may be another one */
  put(resource: ResourceKind, id: string, record: LimitedRecord, usage: UsageSample | undefined): boolean;
  /** @param now Unix milliseconds. */
  summary(now: number): FleetSummary;
}

/** From a record and its usage follows all that they add to the summary, so nothing else is kept of it. */
interface Facts {
  readonly record: LimitedRecord;
  readonly usage: UsageSample | undefined;
}

interface Member extends Ranked {
  readonly resource: ResourceKind;
  record: LimitedRecord;
  usage: UsageSample | undefined;
  ratio: number;
  status: LimitStatus | undefined;
}

/** @param worstCount how many limits are listed as the worst. */
export function createFleetTally(worstCount: number, thresholds?: Thresholds): FleetTally {
  const levels = levelsOf(thresholds);
  const members = { database: new Map<string, Member>(), index: new Map<string, Member>() };
  const ranking = createWorstFirst<Member>();
  const resources = createStatusCounter();
  const limits = createStatusCounter();
  const totals = createLimitTotals();
  let order = 0;
  /** Until something changes that is, or could be, among them. */
  let worst: readonly LimitUsage[] | undefined;

  /** What a limit of a resource is, by a record and a use; nothing without a record. */
  function measure(field: LimitField, { unlimited }: LimitDescription, facts: Facts): Measure | undefined {
    const { record, usage } = facts;
    return record && measureLimit(record[field as never], usage?.[field]?.used, levels(field), unlimited);
  }

  /** Moves what a resource adds from what it was to what it is. What stays as it was is measured once, and not moved. */
  function move(member: Member, facts: Facts): void {
    let status: LimitStatus | undefined;
    let ratio = -1;
    for (const [field, description] of limitsOf[member.resource]) {
      const to = measure(field, description, facts);
      if (!isSame(field, member, facts)) {
        const from = measure(field, description, member);
        limits.move(from?.status, to?.status);
        totals.change(description, from, to);
      }
      status = worseOf(status, to?.status);
      ratio = Math.max(ratio, to?.ratio ?? -1);
    }
    resources.move(member.status, status);
    rank(member, ratio);
    member.status = status;
  }

  function rank(member: Member, ratio: number): void {
    const before = member.ratio;
    const least = worst?.length === worstCount ? worst.at(-1)?.ratio : undefined;
    if (Math.max(before, ratio) >= (least ?? 0)) worst = undefined;
    if (ratio === before) return;
    member.ratio = ratio;
    if (ratio < 0) ranking.remove(member);
    else ranking.put(member);
  }

  /** A limit can be among the worst only if its resource is. */
  function findWorst(): LimitUsage[] {
    const found = ranking
      .first(worstCount)
      .flatMap(({ order: known, record, usage }) =>
        limitUsage(record, usage, thresholds).flatMap((one) =>
          one.ratio === undefined ? [] : { one, known, ratio: one.ratio },
        ),
      );
    found.sort((a, b) => (a.ratio === b.ratio ? a.known - b.known : b.ratio - a.ratio));
    return found.slice(0, worstCount).map(({ one }) => one);
  }

  return {
    put(resource, id, record, usage) {
      const member = members[resource].get(id) ?? newMember(resource, (order += 1));
      const facts = { record, usage };
      const isChanged = limitsOf[resource].some(([field]) => !isSame(field, member, facts));
      if (isChanged) move(member, facts);
      member.record = record;
      member.usage = usage;
      if (record === undefined) members[resource].delete(id);
      else members[resource].set(id, member);
      return isChanged;
    },
    summary: (now) => ({
      databases: members.database.size,
      indices: members.index.size,
      resources: resources.counts(),
      limits: limits.counts(),
      worst: (worst ??= findWorst()).map((limit) => asOf(limit, now)),
      totals: totals.totals(),
    }),
  };
}

function newMember(resource: ResourceKind, order: number): Member {
  return { resource, order, record: undefined, usage: undefined, status: undefined, ratio: -1, place: -1 };
}

function isSame(field: LimitField, a: Facts, b: Facts): boolean {
  if (a.record === undefined || b.record === undefined) return a.record === b.record;
  return a.record[field as never] === b.record[field as never] && a.usage?.[field] === b.usage?.[field];
}
