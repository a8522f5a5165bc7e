import { onTestFinished } from 'vitest';
import { createDemoCadence, createDemoSeed } from '../../../src/apps/demo/demo-environment.js';
import { createFleet } from '../../../src/core/fleet/fleet.js';
import { createControlClient, createService } from '../../../src/service/index.js';
import { createManualClock } from '../../support/manual-clock.js';

const credentials = { username: 'demo', password: 'canary-password' };
const token = 'canary-token';

/** Starts an environment in this process, without a network, on a clock that the test advances. */
export async function startTestEnvironment() {
  const clock = createManualClock();
  const service = createService({ credentials, controlToken: token, seed: createDemoSeed(4), clock });
  const baseUrl = 'http://localhost';
  const control = createControlClient({ baseUrl, token, clock, fetch: service.fetch });
  const cadence = createDemoCadence({ modifyingMs: 250, observedMs: 1000, trackedMs: 60_000 });
  const fleet = createFleet({
    baseUrl,
    credentials,
    clock,
    random: () => 0.5,
    fetch: service.fetch,
    polling: { cadence, perSecond: 100, burst: 100 },
  });
  const records = await control.databases.list();
  const ids = records.map((record) => String(record['database_id']));
  fleet.databases.track(ids);
  onTestFinished(async () => {
    fleet.dispose();
    await service.close();
  });
  return { fleet, control, clock };
}
