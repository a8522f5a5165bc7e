import {
  type Clock,
  type Fleet,
  type IndexRecord,
  limitSummaryOf,
  limitUsage,
  systemClock,
  usageOf,
} from '../../../../index.js';
import { createFactsView, fillingIn, type Known, type RowFacts, type Used } from '../grid/facts-view.js';
import { attentionKey } from '../grid/order-rows.js';
import type { Throttled } from '../grid/throttle.js';
import { selectHealth } from '../../../../format/health.js';
import { selectWorstLimit } from '../limits/worst-limit.js';
import { placeOf, textOf } from '../shell/names.js';

const factsByFleet = new WeakMap<Fleet, Throttled<readonly RowFacts[]>>();

/** Returns the values by which the list of vector indices searches, filters and sorts: the same view for each call. */
export function indexFactsOf(fleet: Fleet): Throttled<readonly RowFacts[]> {
  const facts = factsByFleet.get(fleet) ?? createIndexFacts(fleet, systemClock);
  factsByFleet.set(fleet, facts);
  return facts;
}

function createIndexFacts(fleet: Fleet, clock: Clock): Throttled<readonly RowFacts[]> {
  const { indices } = fleet;
  return createFactsView<IndexRecord>({
    clock,
    watched: [indices.all, limitSummaryOf(fleet)],
    rows: () => {
      const filling = fillingIn(fleet, clock);
      return indices.all.value.map((record) => ({
        id: record.id,
        record,
        status: 'fresh',
        filling: filling.get(record.id),
      }));
    },
    usageOf: (id) => usageOf(fleet, 'index', id).value,
    describe: describeIndex,
  });
}

/** In a record, any field except the id may be absent or of another type. */
function describeIndex({ id, record, status, filling }: Known<Partial<IndexRecord>>, used?: Used): RowFacts {
  const name = textOf(record?.name);
  const kind = textOf(record?.index_type);
  const similarity = textOf(record?.similarity_function);
  const region = textOf(record?.region);
  const plan = textOf(record?.type);
  const worst = selectWorstLimit(limitUsage(record as IndexRecord | undefined, used?.amounts));
  const health = selectHealth({ status, hasRecord: true, error: undefined, state: '', change: '', worst, filling });
  return {
    id,
    text: [name, id, kind, similarity, region, placeOf(region), plan].join(' ').toLowerCase(),
    filters: { health: health.kind, kind, plan, region },
    keys: {
      name: name || undefined,
      kind: kind || undefined,
      dimensions: countOf(record?.dimension_count),
      plan: plan || undefined,
      region: region || undefined,
      vectors: used?.amounts['max_vector_count'],
      usage: worst?.ratio,
      attention: attentionKey(health, worst?.ratio),
      lastAttention: attentionKey(health, worst?.ratio),
    },
    health,
    lastHealth: health,
    usage: used?.knowledge ?? 'none',
  };
}

function countOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
