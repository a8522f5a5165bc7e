import { useMemo } from 'react';
import { useView } from '../../../../bindings/react/index.js';
import { kernelOf } from '../../../../core/fleet/kernel.js';
import { type Clock, type Database, type Fleet, type IndexRecord, systemClock } from '../../../../index.js';
import { useIsDown } from '../polling/connection.js';
import { textOf } from '../shell/names.js';
import { createFactsView, describeRow, type Known, type RowFacts, type Used } from './facts-view.js';
import type { Throttled } from './throttle.js';

type FleetFacts = Throttled<readonly RowFacts[]>;

/** The values by which the lists search, filter and sort. */
export const factsOf = {
  database: (fleet: Fleet): FleetFacts =>
    kernelOf(fleet, 'factsOf').part('database-facts', () => createDatabaseFacts(fleet, systemClock)),
  index: (fleet: Fleet): FleetFacts =>
    kernelOf(fleet, 'factsOf').part('index-facts', () => createIndexFacts(fleet, systemClock)),
} as const;

/** The rows of a list. While the service answers no request, the last known conditions count, also for filters. */
export function useRows(facts: FleetFacts): readonly RowFacts[] {
  const rows = useView(facts);
  const isDown = useIsDown();
  return useMemo(() => (isDown ? rows.map((row) => row.lastKnown ?? row) : rows), [rows, isDown]);
}

export function createDatabaseFacts(fleet: Fleet, clock: Clock): FleetFacts {
  const { databases: store } = kernelOf(fleet, 'createDatabaseFacts');
  const { tracked: ids } = fleet.databases;
  return createFactsView<Database>({ fleet, clock, resource: 'database', store, ids, describe: describeDatabase });
}

export function createIndexFacts(fleet: Fleet, clock: Clock): FleetFacts {
  const { indices: store } = kernelOf(fleet, 'createIndexFacts');
  const { ids } = store;
  return createFactsView<IndexRecord>({ fleet, clock, resource: 'index', store, ids, describe: describeIndex });
}

export function describeDatabase(row: Known<Partial<Database>>, used?: Used): RowFacts {
  const { record, status } = row;
  const [state, change] = [textOf(record?.state), textOf(record?.modifying_state)];
  return describeRow(row, used, {
    name: record?.database_name,
    region: record?.primary_region,
    plan: record?.type,
    state,
    change,
    others: [state, change],
    filters: { state },
    keys: { state: change || state || undefined, updated: CERTAINTY[status] },
  });
}

/**
 * Sorts rows that need attention first. The time of the confirmation would move a row with each poll, and visible rows
 * are polled most.
 */
const CERTAINTY = { missing: 0, unknown: 1, loading: 1, stale: 2, fresh: 3 } as const;

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
