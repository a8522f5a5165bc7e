import { addUsageSource, createFleet, refreshAll } from 'fleetglass';
import { createControlClient, createMemoryService, type Fault } from 'fleetglass/service/memory';

const names = ['orders', 'sessions', 'page-cache', 'leaderboard', 'rate-limits'];
const POLL_MS = 2000;

/** Creates a fleet and a service in this page, which stands in for the hosted one. */
export function createDemoFleet() {
  const credentials = { username: 'demo', password: 'demo' };
  const token = 'let-me-in';
  const service = createMemoryService({
    credentials,
    controlToken: token,
    seed: {
      databases: names.map((database_name) => ({ database_name, platform: 'aws', primary_region: 'eu-west-1' })),
    },
    onSeeded: ({ databases }) => fleet.databases.add(databases.map(({ id }) => id)),
  });
  const baseUrl = 'http://localhost';
  const fleet = createFleet({ baseUrl, credentials, fetch: service.fetch, polling: { cadence: () => POLL_MS } });
  const control = createControlClient({ baseUrl, token, fetch: service.fetch });
  addUsageSource(fleet, {
    name: 'made up',
    resource: 'database',
    everyMs: POLL_MS,
    // Each database rises and falls at another time, and passes its thresholds on the way.
    read: ({ database_name, db_max_clients }) => {
      const phase = names.indexOf(database_name) + Date.now() / 12_000;
      return { db_max_clients: Math.round(db_max_clients * (0.68 + 0.34 * Math.sin(phase))) };
    },
  });
  // The service makes its databases with its first request.
  void control.requests.list();

  return {
    fleet,
    /** Every request meets this fault until `recover`. */
    async fail(fault: Fault) {
      await control.faults.clear();
      await control.faults.inject(fault);
    },
    async suspend(id: string) {
      await control.databases.set(id, { state: 'suspended' });
    },
    async recover() {
      await control.faults.clear();
      for (const id of fleet.databases.tracked.value) await control.databases.set(id, { state: 'active' });
      fleet.polling.resume();
      // Sooner than the backoff of each database. It is rejected if the visitor leaves the page.
      refreshAll(fleet).catch(() => {});
    },
    dispose() {
      fleet.dispose();
      void service.close();
    },
  };
}
