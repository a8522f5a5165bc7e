import type { Database } from '../api/database.js';
import { exactInt64 } from '../api/exact-int64.js';
import { isLargeInteger } from '../api/large-integer.js';
import type { IndexRecord } from '../api/vector-index.js';
import type { ResourceKind } from '../shared/resource-kind.js';
import { isSameList } from '../shared/is-same-list.js';
import { shareEqual } from '../state/share-equal.js';
import { limitsOf, type LimitDescription, type LimitField } from './catalogue.js';
import type { FleetSummary } from './fleet-summary.js';
import { createLimitTotals } from './limit-totals.js';
import { asOf, limitUsage, type LimitUsage } from './limit-usage.js';
import { measureLimit, type LimitStatus, type Measure } from './measure-limit.js';
import { createRanking, type Ranked } from './ranking.js';
import { createStatusCounter, worseOf } from './status-counts.js';
import { levelsOf, type Thresholds } from './thresholds.js';
import type { UsageReading, UsageSample } from './usage-sample.js';

type LimitedRecord = Database | IndexRecord | undefined;

/** The counts, totals and worst limits of a fleet, updated incrementally. */
export interface FleetTally {
  /** Replaces the record and the usage of a resource. Without a record, the resource does not count. */
  put(resource: ResourceKind, id: string, record: LimitedRecord, usage: UsageSample | undefined): void;
  /** Returns the summary. Parts that are equal to the previous summary keep their references. @param now Unix milliseconds */
  summary(now: number): FleetSummary;
}

/** The contribution of a resource to the summary is computed from these two, so that nothing else is stored. */
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

const NO_READING: Partial<UsageReading> = {};

/** @param worstCount how many limits are listed as the worst. */
export function createFleetTally(worstCount: number, thresholds?: Thresholds): FleetTally {
  const levels = levelsOf(thresholds);
  const members = { database: new Map<string, Member>(), index: new Map<string, Member>() };
  const ranking = createRanking<Member>();
  const resources = createStatusCounter();
  const limits = createStatusCounter();
  const totals = createLimitTotals();
  let order = 0;
  /** The cached worst limits; `undefined` after a change that can affect them. */
  let worst: readonly LimitUsage[] | undefined;
  let summary: FleetSummary | undefined;
  /** Whether no count or total has changed since `summary` was made. */
  let isCurrent = false;

  /** Measures a limit of a resource; `undefined` without a record. */
  function measure(field: LimitField, { unlimited }: LimitDescription, facts: Facts): Measure | undefined {
    const { record, usage } = facts;
    if (record === undefined) return undefined;
    const { used, statusBefore } = usage?.[field] ?? NO_READING;
    return measureLimit(record[field as never], used, levels(field), unlimited, statusBefore);
  }

  /** Replaces the contribution of a resource's old facts by that of its new facts. */
  function change(member: Member, facts: Facts): void {
    // A change of a limit without a ratio affects neither the rank nor, if its status stays, the status of the resource.
    let isRated = true;
    for (const [field, description] of limitsOf[member.resource]) {
      if (isSame(field, member, facts)) continue;
      isCurrent = false;
      const [from, to] = [measure(field, description, member), measure(field, description, facts)];
      limits.move(from?.status, to?.status);
      totals.change(description, from, to);
      isRated &&= from?.status === to?.status && from?.ratio === undefined && to?.ratio === undefined;
    }
    if (!isRated) rate(member, facts);
  }

  /** Computes the status and the rank of a resource from all of its limits. */
  function rate(member: Member, facts: Facts): void {
    let status: LimitStatus | undefined;
    let ratio = -1;
    for (const [field, description] of limitsOf[member.resource]) {
      const one = measure(field, description, facts);
      status = worseOf(status, one?.status);
      if (one?.ratio !== undefined && one.ratio > ratio) ratio = one.ratio;
    }
    resources.move(member.status, status);
    member.status = status;
    rank(member, ratio);
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

  /** The worst limits belong to the worst resources, so only those are searched. */
  function findWorst(): LimitUsage[] {
    const found = ranking
      .first(worstCount)
      .flatMap((member) =>
        limitUsage(member.record, member.usage, thresholds).flatMap((limit) =>
          limit.ratio === undefined ? [] : { limit, order: member.order, ratio: limit.ratio },
        ),
      );
    found.sort((a, b) => (a.ratio === b.ratio ? a.order - b.order : b.ratio - a.ratio));
    return found.slice(0, worstCount).map(({ limit }) => limit);
  }

  return {
    put(resource, id, record, usage) {
      const known = members[resource].get(id);
      const member = known ?? newMember(resource, (order += 1));
      const facts = { record, usage };
      change(member, facts);
      member.record = record;
      member.usage = usage;
      if (record === undefined) members[resource].delete(id);
      else if (known === undefined) members[resource].set(id, member);
    },
    summary(now) {
      const worstNow = (worst ??= findWorst()).map((limit) => asOf(limit, now));
      if (summary !== undefined && isCurrent && isSameList(worstNow, summary.worst)) return summary;
      isCurrent = true;
      const next: FleetSummary = {
        databases: members.database.size,
        indices: members.index.size,
        resources: resources.counts(),
        limits: limits.counts(),
        worst: worstNow,
        totals: totals.totals(),
      };
      return (summary = shareEqual(next, summary));
    },
  };
}

function newMember(resource: ResourceKind, order: number): Member {
  return { resource, order, record: undefined, usage: undefined, status: undefined, ratio: -1, heapIndex: -1 };
}

function isSame(field: LimitField, a: Facts, b: Facts): boolean {
  if (a.record === undefined || b.record === undefined) return a.record === b.record;
  if (a.usage?.[field] !== b.usage?.[field]) return false;
  const limit: unknown = a.record[field as never];
  if (limit !== b.record[field as never]) return false;
  // `remaining` depends on all digits of the limit.
  return !isLargeInteger(limit) || exactInt64(a.record, field as never) === exactInt64(b.record, field as never);
}
