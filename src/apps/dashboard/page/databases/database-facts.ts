import { kernelOf } from '../../../../core/fleet/kernel.js';
import { type Clock, type Database, type EntryStatus, type Fleet, systemClock } from '../../../../index.js';
import { createFactsView, describeRow, type Known, type RowFacts, type Used } from '../grid/facts-view.js';
import type { Throttled } from '../grid/throttle.js';
import { textOf } from '../shell/names.js';
import { oncePerFleet } from '../shell/once-per-fleet.js';

export const databaseFactsOf = oncePerFleet((fleet) => createDatabaseFacts(fleet, systemClock));

export function createDatabaseFacts(fleet: Fleet, clock: Clock): Throttled<readonly RowFacts[]> {
  const { databases: store } = kernelOf(fleet, 'createDatabaseFacts');
  const { tracked: ids } = fleet.databases;
  return createFactsView<Database>({ fleet, clock, resource: 'database', store, ids, describe: describeDatabase });
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
const CERTAINTY: Readonly<Record<EntryStatus, number>> = { missing: 0, unknown: 1, loading: 1, stale: 2, fresh: 3 };
