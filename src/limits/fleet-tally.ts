import type { Database } from '../api/database.js';
import type { VectorIndex } from '../api/vector-index.js';
import { limitsOf, type LimitedResource } from './catalogue.js';
import type { FleetSummary } from './fleet-summary.js';
import { createLimitTotals } from './limit-totals.js';
import { limitUsage, type LimitUsage } from './limit-usage.js';
import { measureLimit, type Measure } from './measure-limit.js';
import { createStatusCounter, worstStatus } from './status-counts.js';
import { levelsOf, type Thresholds } from './thresholds.js';
import type { UsageSample } from './usage-sample.js';
import { createWorstFirst, type Ranked } from './worst-first.js';

/** What the summary is made of, kept as resources change. */
export interface FleetTally {
  /** A resource is now like this. Without a record it does not count. */
  put(
    resource: LimitedResource,
    id: string,
    record: Database | VectorIndex | undefined,
    usage: UsageSample | undefined,
  ): void;
  summary(): FleetSummary;
}

/** What counts: from its record and usage follows all that it adds to the summary, so nothing else is kept of it. */
interface Member extends Ranked {
  readonly resource: LimitedResource;
  record: Database | VectorIndex | undefined;
  usage: UsageSample | undefined;
  ratio: number;
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

  function measure({ resource, record, usage }: Member): readonly Measure[] {
    if (record === undefined) return [];
    const fields = record as Readonly<Record<string, unknown>>;
    return limitsOf[resource].map(([field, { unlimited }]) =>
      measureLimit(fields[field], usage?.[field as keyof UsageSample]?.used, levels(field), unlimited),
    );
  }

  function count(resource: LimitedResource, before: readonly Measure[], after: readonly Measure[]): void {
    limitsOf[resource].forEach(([, description], at) => {
      limits.move(before[at]?.status, after[at]?.status);
      totals.change(description, before[at], after[at]);
    });
    resources.move(worstStatus(before), worstStatus(after));
  }

  function rank(member: Member, measures: readonly Measure[]): void {
    member.ratio = measures.reduce((worst, { ratio = -1 }) => Math.max(worst, ratio), -1);
    if (member.ratio < 0) ranking.remove(member);
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
      if (member.record === record && member.usage === usage) return;
      const before = measure(member);
      member.record = record;
      member.usage = usage;
      const after = measure(member);
      count(resource, before, after);
      rank(member, after);
      if (record === undefined) members[resource].delete(id);
      else members[resource].set(id, member);
    },
    summary: () => ({
      databases: members.database.size,
      indices: members.index.size,
      resources: resources.counts(),
      limits: limits.counts(),
      worst: findWorst(),
      totals: totals.totals(),
    }),
  };
}

function newMember(resource: LimitedResource, order: number): Member {
  return { resource, order, record: undefined, usage: undefined, ratio: -1, place: -1 };
}
