import { kernelOf } from '../../../src/core/fleet/kernel.js';
import { limitSummaryOf } from '../../../src/core/limits/limit-summary.js';
import { limitsOf } from '../../../src/core/limits/limits-of.js';
import { reportPart } from '../../../src/core/limits/report-usage.js';
import { usagePart } from '../../../src/core/limits/usage-part.js';
import type { VectorIndex } from '../../../src/core/records/vector-index.js';
import { createManualClock } from '../../support/manual-clock.js';
import { sampleDatabase } from '../../support/sample-database.js';
import { sampleVectorIndices } from '../../support/sample-vector-indices.js';
import { createFleetUnderTest } from '../fleet/fleet-under-test.js';

/** The limits of a fleet without requests, whose stores a test fills directly. */
export function createLimitsUnderTest(clock = createManualClock(), retainMs = Infinity) {
  const { fleet } = createFleetUnderTest({ clock, retainMs });
  fleet.polling.pause();
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
    database: (id: string) => limitsOf(fleet, 'database', id),
    index: (id: string) => limitsOf(fleet, 'index', id),
    summary: limitSummaryOf(fleet),
    /** Confirms a database with these members and the members of the sample, and makes it known. */
    confirmDatabase(id: string, members: object = {}) {
      commits.commit(() => {
        databases.join([id]);
        databases.confirm(id, (order += 1), { ...sampleDatabase, database_id: id, ...members }, clock.now());
      });
    },
    confirmIndex(id: string, members: object = {}) {
      commits.commit(() => {
        indices.join([id]);
        indices.confirm(id, (order += 1), { ...(sampleIndex as VectorIndex), id, ...members }, clock.now());
      });
    },
  };
}
