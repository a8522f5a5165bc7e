import { type IndexRecord, systemClock } from '../../../../index.js';
import { createFactsView, describeRow, type Known, type RowFacts, type Used } from '../grid/facts-view.js';
import { textOf } from '../shell/names.js';
import { oncePerFleet } from '../shell/once-per-fleet.js';

/** The values by which the list of vector indices searches, filters and sorts. */
export const indexFactsOf = oncePerFleet((fleet) => {
  const { all } = fleet.indices;
  return createFactsView<IndexRecord>({
    fleet,
    clock: systemClock,
    resource: 'index',
    watched: [all],
    rows: () => all.value.map((record) => ({ id: record.id, record, status: 'fresh' })),
    describe: describeIndex,
  });
});

function describeIndex(row: Known<Partial<IndexRecord>>, used?: Used): RowFacts {
  const { record } = row;
  const kind = textOf(record?.index_type);
  const dimensions: unknown = record?.dimension_count;
  return describeRow(row, used, {
    name: record?.name,
    region: record?.region,
    plan: record?.type,
    others: [kind, textOf(record?.similarity_function)],
    filters: { kind },
    keys: {
      kind: kind || undefined,
      dimensions: typeof dimensions === 'number' ? dimensions : undefined,
      vectors: used?.readings['max_vector_count']?.used,
    },
  });
}
