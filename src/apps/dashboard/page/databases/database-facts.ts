import { kernelOf, type Kernel } from '../../../../core/fleet/kernel.js';
import { usagePart } from '../../../../core/limits/usage-part.js';
import {
  type Clock,
  type Database,
  type EntryStatus,
  type Fleet,
  limitSummaryOf,
  limitUsage,
} from '../../../../index.js';
import { createFactsView, fillingIn, type Known, type RowFacts, type Source, type Used } from '../grid/facts-view.js';
import { attentionKey } from '../grid/order-rows.js';
import type { Throttled } from '../grid/throttle.js';
import { selectHealth } from '../../../../format/health.js';
import { selectWorstLimit } from '../limits/worst-limit.js';
import { placeOf, planNameOf, textOf } from '../shell/names.js';

export function createDatabaseFacts(fleet: Fleet, clock: Clock): Throttled<readonly RowFacts[]> {
  const { databases } = fleet;
  const kernel = kernelOf(fleet, 'createDatabaseFacts');
  return createFactsView<Database>({
    clock,
    watched: [databases.tracked, limitSummaryOf(fleet)],
    changes: changesOf(kernel),
    rows: (ids = databases.tracked.value) => {
      const filling = fillingIn(fleet, clock);
      return ids.map((id) => ({ ...kernel.databases.peek(id), filling: filling.get(id) }));
    },
    // `usageOf` would create a view for each row.
    usageOf: (id) => usagePart(kernel).peek('database', id),
    describe: describeDatabase,
  });
}

/** The ids of the entries that a commit changes. The view of all records builds a new array for each change. */
function changesOf({ databases, commits }: Kernel): Source<readonly string[]> {
  return {
    subscribe(listener) {
      let ids: string[] = [];
      const flush = (): void => {
        listener(ids);
        ids = [];
      };
      const unsubscribe = databases.onChange((id) => {
        if (ids.length === 0) commits.afterCommit(flush);
        ids.push(id);
      });
      return { unsubscribe };
    },
  };
}

/** In a record, any field except the id may be absent or of another type. */
export function describeDatabase(row: Known<Partial<Database>>, used?: Used): RowFacts {
  const { id, record, status, error, filling } = row;
  const name = textOf(record?.database_name);
  const state = textOf(record?.state);
  const region = textOf(record?.primary_region);
  const plan = textOf(record?.type);
  const change = textOf(record?.modifying_state);
  const worst = selectWorstLimit(limitUsage(record as Database | undefined, used?.amounts));
  const known = { hasRecord: record !== undefined, state, change, worst, filling };
  const health = selectHealth({ ...known, status, error });
  const lastHealth = selectHealth({ ...known, status, error: undefined });
  return {
    id,
    text: [name, id, region, placeOf(region), plan, planNameOf(plan), state, change].join(' ').toLowerCase(),
    filters: { health: health.kind, state, plan, region },
    keys: {
      name: name || undefined,
      state: change || state || undefined,
      plan: plan || undefined,
      region: region || undefined,
      usage: worst?.ratio,
      updated: CERTAINTY[status],
      attention: attentionKey(health, worst?.ratio),
      lastAttention: attentionKey(lastHealth, worst?.ratio),
    },
    health,
    lastHealth,
    usage: used?.knowledge ?? 'none',
  };
}

/**
 * Sorts rows that need attention first. The time of the confirmation would move a row with each poll, and visible rows
 * are polled most.
 */
const CERTAINTY: Readonly<Record<EntryStatus, number>> = { missing: 0, unknown: 1, loading: 1, stale: 2, fresh: 3 };
