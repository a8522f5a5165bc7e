import type { Readable } from '../../../../bindings/react/index.js';
import { limitUsage, type Clock, type Fleet, type IndexRecord } from '../../../../index.js';
import { createFactsView, type Known, type Used } from '../grid/facts-view.js';
import type { RowFacts } from '../grid/row-facts.js';
import { selectStatus } from '../limits/select-status.js';
import { selectWorstLimit } from '../limits/worst-limit.js';
import { textOf } from '../shell/text-of.js';

/** Creates the values by which the list of vector indices searches, filters and sorts. */
export function createIndexFacts({ indices, usage, limits }: Fleet, clock: Clock): Readable<readonly RowFacts[]> {
  return createFactsView<IndexRecord>({
    clock,
    watched: [indices.all, limits.summary],
    rows: () => indices.all.value.map((record) => ({ id: record.id, record, status: 'fresh' })),
    usageOf: (id) => usage.latest('index', id).value,
    describe: describeIndex,
  });
}

/** In a record, any field except the id may be absent or of another type. */
function describeIndex({ id, record }: Known<Partial<IndexRecord>>, used?: Used): RowFacts {
  const name = textOf(record?.name);
  const kind = textOf(record?.index_type);
  const similarity = textOf(record?.similarity_function);
  const region = textOf(record?.region);
  const plan = textOf(record?.type);
  const limits = limitUsage(record as IndexRecord | undefined, used);
  return {
    id,
    text: [name, id, kind, similarity, region, plan].join(' ').toLowerCase(),
    filters: { kind, similarity, plan, region, limits: selectStatus(limits) },
    keys: {
      name: name || undefined,
      kind: kind || undefined,
      dimensions: countOf(record?.dimension_count),
      similarity: similarity || undefined,
      plan: plan || undefined,
      region: region || undefined,
      vectors: countOf(record?.max_vector_count),
      worst: selectWorstLimit(limits)?.ratio,
    },
  };
}

function countOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
