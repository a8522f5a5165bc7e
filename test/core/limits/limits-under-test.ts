import { onTestFinished } from 'vitest';
import type { FleetOptions } from '../../../src/core/fleet/fleet-options.js';
import { createFleet, type Fleet } from '../../../src/core/fleet/fleet.js';
import { kernelOf, type Kernel } from '../../../src/core/fleet/kernel.js';
import { limitSummaryOf } from '../../../src/core/limits/limit-summary.js';
import { limitsOf } from '../../../src/core/limits/limits-of.js';
import { reportPart, type Report } from '../../../src/core/limits/report-usage.js';
import type { UsageLedger } from '../../../src/core/limits/usage-ledger.js';
import { usagePart } from '../../../src/core/limits/usage-part.js';
import type { VectorIndex } from '../../../src/core/records/vector-index.js';
import { createManualClock, type ManualClock } from '../../support/manual-clock.js';
import { sampleDatabase } from '../../support/sample-database.js';
import { sampleVectorIndices } from '../../support/sample-vector-indices.js';

/** The limits of a fleet without requests, whose stores a test fills directly. */
export interface LimitsUnderTest extends Pick<Kernel, 'commits' | 'databases' | 'indices'> {
  readonly fleet: Fleet;
  readonly clock: ManualClock;
  readonly ledger: UsageLedger;
  readonly report: Report;
  readonly database: (id: string) => ReturnType<typeof limitsOf>;
  readonly index: (id: string) => ReturnType<typeof limitsOf>;
  readonly summary: ReturnType<typeof limitSummaryOf>;
  /** Confirms a database with these members and the members of the sample, and makes it known. */
  confirmDatabase(id: string, members?: object): void;
  confirmIndex(id: string, members?: object): void;
}

export function createLimitsUnderTest(
  options: Partial<FleetOptions> = {},
  clock: ManualClock = createManualClock(),
): LimitsUnderTest {
  const fleet = createFleet({
    baseUrl: 'https://api.example.com',
    credentials: { username: 'me', password: 'CANARY-of-the-account' },
    clock,
    fetch: () => new Promise(() => {}),
    ...options,
  });
  fleet.polling.pause();
  onTestFinished(() => fleet.dispose());
  const kernel = kernelOf(fleet, 'a test');
  const { commits, databases, indices } = kernel;
  const [sampleIndex] = sampleVectorIndices(1);
  let order = 0;
  return {
    fleet,
    clock,
    commits,
    databases,
    indices,
    ledger: usagePart(kernel),
    report: reportPart(kernel),
    database: (id) => limitsOf(fleet, 'database', id),
    index: (id) => limitsOf(fleet, 'index', id),
    summary: limitSummaryOf(fleet),
    confirmDatabase(id, members = {}) {
      commits.commit(() => {
        databases.join([id]);
        databases.confirm(id, (order += 1), { ...sampleDatabase, database_id: id, ...members }, clock.now());
      });
    },
    confirmIndex(id, members = {}) {
      commits.commit(() => {
        indices.join([id]);
        indices.confirm(id, (order += 1), { ...(sampleIndex as VectorIndex), id, ...members }, clock.now());
      });
    },
  };
}
