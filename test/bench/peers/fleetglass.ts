import { databaseSchema, type Database } from '../../../src/core/api/database.js';
import { createResource, decodeRecord } from '../../../src/core/api/decode-record.js';
import type { VectorIndex } from '../../../src/core/api/vector-index.js';
import type { Activity } from '../../../src/core/effects/activity.js';
import { reportCommits } from '../../../src/core/effects/report-commits.js';
import { createFleetLimits } from '../../../src/core/limits/fleet-limits.js';
import { createUsageLedger, type UsageValues } from '../../../src/core/limits/usage-ledger.js';
import { systemClock } from '../../../src/core/shared/clock.js';
import { createCommits } from '../../../src/core/state/commits.js';
import { createEntityStore } from '../../../src/core/state/entity-store.js';
import { createEvents } from '../../../src/core/state/events.js';
import { createTransitions } from '../../../src/core/transitions/transitions.js';
import type { Peer, PeerStore, Watch } from './peer.js';

const resource = createResource('database_id', databaseSchema);

/**
 * All parts of a fleet that process a record, connected as in src/core/fleet/fleet.ts, without requests and polling.
 */
export const fleetglass: Peer = { name: 'fleetglass', open: (records) => openFleet(records) };

/** The same parts, with reported use of each record. */
export const fleetglassWithUsage: Peer = {
  name: 'fleetglass, use reported',
  open: (records) => openFleetWithUsage(records, { db_max_clients: 900, db_memory_threshold: 2 ** 31 }),
};

/** A store that also has limits. */
export interface FleetStore extends PeerStore {
  readonly name: string;
  watchLimits(id: string, onChange: (limits: readonly object[]) => void): Watch;
}

/** @param usage the reported usage of each record */
export function openFleetWithUsage(records: readonly Database[], usage: UsageValues<'database'>): FleetStore {
  return openFleet(records, usage);
}

function openFleet(records: readonly Database[], usage?: UsageValues<'database'>): FleetStore {
  const clock = systemClock;
  const commits = createCommits();
  const activity = createEvents<Activity>(commits);
  const databases = createEntityStore<Database>(commits);
  const indices = createEntityStore<VectorIndex>(commits);
  const ledger = createUsageLedger({ commits, clock });
  const limits = createFleetLimits({ commits, databases, indices, ledger });
  const transitions = createTransitions({ commits, databases });
  reportCommits('database', databases, { activity, commits, clock });
  let order = 1;

  /** Processes a parsed answer. */
  function confirm(answer: Database): void {
    const { database_id } = answer;
    const before = databases.peek(database_id).record;
    const { record = answer } = decodeRecord(resource, answer, () => undefined, before);
    databases.confirm(database_id, (order += 1), record, clock.now(), before);
  }

  commits.commit(() => {
    databases.join(records.map(({ database_id }) => database_id));
    records.forEach(confirm);
  });
  if (usage !== undefined) for (const { database_id } of records) ledger.report('database', database_id, usage);
  return {
    name: 'fleetglass',
    change: confirm,
    changeAll: (changing) => commits.commit(() => changing.forEach(confirm)),
    watch: (id, onChange) => databases.record(id).subscribe(onChange),
    watchField: (id, field, onChange) => databases.field(id, field).subscribe(onChange),
    watchLimits: (id, onChange) => limits.database(id).subscribe(onChange),
    watchAll: (onChange) => databases.all.subscribe(onChange),
    watchSummary: (onChange) =>
      limits.summary.subscribe(({ databases: count, totals }) =>
        onChange({ databases: count, clients: totals.find(({ unit }) => unit === 'connections')?.limit ?? 0 }),
      ),
    close() {
      commits.dispose();
      for (const part of [databases, indices, transitions, ledger, limits]) part.dispose();
      activity.complete();
    },
  };
}
