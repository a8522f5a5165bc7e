import type { Database } from '../../../src/core/api/database.js';
import type { VectorIndex } from '../../../src/core/api/vector-index.js';
import { createFleetLimits, type DisposableFleetLimits } from '../../../src/core/limits/fleet-limits.js';
import type { SummaryViewOptions } from '../../../src/core/limits/summary-view.js';
import { createUsageLedger, type UsageLedger } from '../../../src/core/limits/usage-ledger.js';
import { createCommits, type Commits } from '../../../src/core/state/commits.js';
import { createEntityStore, type EntityStore } from '../../../src/core/state/entity-store.js';
import { sampleDatabase } from '../../support/sample-database.js';
import { sampleVectorIndices } from '../../support/sample-vector-indices.js';
import { createManualClock, type ManualClock } from '../../support/manual-clock.js';

/** Limits over stores that a test fills directly. */
export interface LimitsUnderTest {
  readonly clock: ManualClock;
  readonly commits: Commits;
  readonly databases: EntityStore<Database>;
  readonly indices: EntityStore<VectorIndex>;
  readonly ledger: UsageLedger;
  readonly limits: DisposableFleetLimits;
  /** Confirms a database with these members and the members of the sample, and makes it known. */
  confirmDatabase(id: string, members?: object): void;
  confirmIndex(id: string, members?: object): void;
}

export function createLimitsUnderTest(options: Partial<SummaryViewOptions> = {}): LimitsUnderTest {
  const clock = createManualClock();
  const commits = createCommits();
  const databases = createEntityStore<Database>(commits);
  const indices = createEntityStore<VectorIndex>(commits);
  const ledger = createUsageLedger({
    commits,
    clock,
    thresholds: options.thresholds,
    recordOf: (resource, id) => (resource === 'database' ? databases : indices).peek(id).record,
  });
  const limits = createFleetLimits({ commits, databases, indices, ledger, ...options });
  const [sampleIndex] = sampleVectorIndices(1);
  let order = 0;
  return {
    clock,
    commits,
    databases,
    indices,
    ledger,
    limits,
    confirmDatabase(id, members = {}) {
      databases.join([id]);
      databases.confirm(id, (order += 1), { ...sampleDatabase, database_id: id, ...members }, clock.now());
    },
    confirmIndex(id, members = {}) {
      indices.join([id]);
      indices.confirm(id, (order += 1), { ...(sampleIndex as VectorIndex), id, ...members }, clock.now());
    },
  };
}
