import {
  type Activity,
  activityOf,
  type Clock,
  type Database,
  type EntryStatus,
  type Fleet,
  limitSummaryOf,
  limitUsage,
  usageOf,
} from '../../../../index.js';
import { createFactsView, fillingIn, type Known, type RowFacts, type Used } from '../grid/facts-view.js';
import { attentionKey } from '../grid/order-rows.js';
import type { Throttled } from '../grid/throttle.js';
import { selectHealth } from '../../../../format/health.js';
import { selectWorstLimit } from '../limits/worst-limit.js';
import { placeOf, planNameOf, textOf } from '../shell/names.js';

export function createDatabaseFacts(fleet: Fleet, clock: Clock): Throttled<readonly RowFacts[]> {
  const { databases } = fleet;
  return createFactsView<Database>({
    clock,
    watched: [databases.tracked, limitSummaryOf(fleet), answersOf(fleet)],
    rows: () => {
      const filling = fillingIn(fleet, clock);
      return databases.tracked.value.map((id) => ({ ...databases.entry(id).value, filling: filling.get(id) }));
    },
    usageOf: (id) => usageOf(fleet, 'database', id).value,
    describe: describeDatabase,
  });
}

/** There is no view of all entries, and the view of all records builds a new array for each change. */
function answersOf(fleet: Fleet): Parameters<typeof createFactsView>[0]['watched'][number] {
  const changes = ({ kind }: Activity): boolean => kind === 'answer' || kind === 'failure';
  return {
    subscribe: (listener) => activityOf(fleet).subscribe((event) => changes(event) && listener()),
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
