import type { Database } from '../api/database.js';
import { exactInt64 } from '../api/exact-int64.js';
import { isLargeInteger } from '../api/large-integer.js';
import type { IndexRecord } from '../api/vector-index.js';
import type { ResourceKind } from '../shared/resource-kind.js';
import { isSameList } from '../shared/is-same-list.js';
import { shareEqual } from '../state/share-equal.js';
import { asOf } from './as-of.js';
import { limitsOf, type LimitDescription, type LimitField } from './catalogue.js';
import type { FleetSummary } from './fleet-summary.js';
import { createLimitTotals } from './limit-totals.js';
import { limitUsage, type LimitUsage } from './limit-usage.js';
import { measureLimit, type LimitStatus, type Measure } from './measure-limit.js';
import { createStatusCounter, worseOf } from './status-counts.js';
import { levelsOf, type Thresholds } from './thresholds.js';
import type { UsageReading, UsageSample } from './usage-sample.js';
import { createWorstFirst, type Ranked } from './worst-first.js';

type LimitedRecord = Database | IndexRecord | undefined;

/** What the summary is made of, kept as resources change. */
export interface FleetTally {
  /** A resource is now like this. Without a record it does not count. */
  put(resource: ResourceKind, id: string, record: LimitedRecord, usage: UsageSample | undefined): void;
  /** The same as before where it is equal, and so is each part of it. @param now Unix milliseconds. */
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

const NO_READING: Partial<UsageReading> = {};

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
  let summary: FleetSummary | undefined;
  /** Whether the summary is that of all members as they are. */
  let isCurrent = false;

  /** What a limit of a resource is, by a record and a use; nothing without a record. */
  function measure(field: LimitField, { unlimited }: LimitDescription, facts: Facts): Measure | undefined {
    const { record, usage } = facts;
    if (record === undefined) return undefined;
    const { used, statusBefore } = usage?.[field] ?? NO_READING;
    return measureLimit(record[field as never], used, levels(field), unlimited, statusBefore);
  }

  /** Moves what the limits of a resource add from what it was to what it is. */
  function move(member: Member, facts: Facts): void {
    // A limit of which no use is known has no rank: it counts as it did while its status stays.
    let isJudged = true;
    for (const [field, description] of limitsOf[member.resource]) {
      if (isSame(field, member, facts)) continue;
      isCurrent = false;
      const [from, to] = [measure(field, description, member), measure(field, description, facts)];
      limits.move(from?.status, to?.status);
      totals.change(description, from, to);
      isJudged &&= from?.status === to?.status && from?.ratio === undefined && to?.ratio === undefined;
    }
    if (!isJudged) judge(member, facts);
  }

  /** What a resource is by all of its limits. */
  function judge(member: Member, facts: Facts): void {
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
      const known = members[resource].get(id);
      const member = known ?? newMember(resource, (order += 1));
      const facts = { record, usage };
      move(member, facts);
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
  return { resource, order, record: undefined, usage: undefined, status: undefined, ratio: -1, place: -1 };
}

function isSame(field: LimitField, a: Facts, b: Facts): boolean {
  if (a.record === undefined || b.record === undefined) return a.record === b.record;
  if (a.usage?.[field] !== b.usage?.[field]) return false;
  const limit: unknown = a.record[field as never];
  if (limit !== b.record[field as never]) return false;
  // What is left of it follows from its digits.
  return !isLargeInteger(limit) || exactInt64(a.record, field as never) === exactInt64(b.record, field as never);
}
