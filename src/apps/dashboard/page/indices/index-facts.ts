import { kernelOf } from '../../../../core/fleet/kernel.js';
import { type Clock, type Fleet, type IndexRecord, systemClock } from '../../../../index.js';
import { createFactsView, describeRow, type Known, type RowFacts, type Used } from '../grid/facts-view.js';
import type { Throttled } from '../grid/throttle.js';
import { textOf } from '../shell/names.js';
import { oncePerFleet } from '../shell/once-per-fleet.js';

export const indexFactsOf = oncePerFleet((fleet) => createIndexFacts(fleet, systemClock));

/** The values by which the list of vector indices searches, filters and sorts. */
export function createIndexFacts(fleet: Fleet, clock: Clock): Throttled<readonly RowFacts[]> {
  const { indices: store } = kernelOf(fleet, 'createIndexFacts');
  const { ids } = store;
  return createFactsView<IndexRecord>({ fleet, clock, resource: 'index', store, ids, describe: describeIndex });
}

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
