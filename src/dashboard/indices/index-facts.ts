import type { Readable } from '../../bindings/react/index.js';
import { limitUsage, type Clock, type Fleet, type IndexRecord } from '../../index.js';
import { createFactsView, type Used } from '../grid/facts-view.js';
import type { RowFacts } from '../grid/row-facts.js';
import { selectStatus } from '../limits/select-status.js';
import { selectWorstLimit } from '../limits/worst-limit.js';

/** What the list of vector indices finds, filters and orders by. */
export function createIndexFacts({ indices, usage, limits }: Fleet, clock: Clock): Readable<readonly RowFacts[]> {
  return createFactsView<IndexRecord>({
    clock,
    watched: [indices.all, limits.summary],
    rows: () => indices.all.value.map((record) => [record.id, record]),
    usageOf: (id) => usage.latest('index', id).value,
    describe: describeIndex,
  });
}

/** A record may lack any field but its id. */
function describeIndex(id: string, record?: Partial<IndexRecord>, used?: Used): RowFacts {
  const {
    name = '',
    index_type: kind = '',
    similarity_function: similarity = '',
    region = '',
    type: plan = '',
  } = record ?? {};
  const limits = limitUsage(record as IndexRecord | undefined, used);
  return {
    id,
    text: [name, id, kind, similarity, region, plan].join(' ').toLowerCase(),
    filters: { kind, similarity, plan, region, limits: selectStatus(limits) },
    keys: {
      name: name || undefined,
      kind: kind || undefined,
      dimensions: record?.dimension_count,
      similarity: similarity || undefined,
      plan: plan || undefined,
      region: region || undefined,
      vectors: record?.max_vector_count,
      worst: selectWorstLimit(limits)?.ratio,
    },
  };
}
