import type { FleetSnapshot } from '../../../src/core/fleet/fleet-snapshot.js';
import { createFleet } from '../../../src/core/fleet/fleet.js';
import { hydrate } from '../../../src/core/fleet/snapshot.js';
import { sampleDatabase } from '../../support/sample-database.js';
import { CONCURRENCY, fetchRecord, type PollerOptions } from './poller.js';
import type { OtherFetch } from './pollers.js';
import { ACCOUNT } from './servers.js';

/** Polls at a steady rate in the background. */
export interface SteadyPolling {
  readonly name: string;
  /** Starts polling. Returns a function that stops it. */
  start(): () => void;
  /** The number of requests until now. */
  asked(): number;
}

/** A timer sends the due requests every millisecond. */
export function pollByTimer({ baseUrl, ids }: PollerOptions, perSecond: number): SteadyPolling {
  const records = new Map<string, unknown>();
  let asked = 0;
  let inFlight = 0;
  async function ask(id: string): Promise<void> {
    inFlight += 1;
    records.set(id, await fetchRecord(baseUrl, id));
    inFlight -= 1;
  }
  return {
    name: 'a timer, fetch, JSON.parse',
    start() {
      const startMs = performance.now() - (asked * 1000) / perSecond;
      const isDue = (): boolean => asked < ((performance.now() - startMs) * perSecond) / 1000;
      const timer = setInterval(() => {
        while (isDue() && inFlight < CONCURRENCY) void ask(ids[asked++ % ids.length] as string);
      }, 1);
      return () => clearInterval(timer);
    },
    asked: () => asked,
  };
}

/**
 * A fleet polls by itself, with the interval that results in this rate. It starts with all records, confirmed
 * just now, so each id is due at its phase of the interval.
 */
export function pollByFleet({ baseUrl, ids }: PollerOptions, perSecond: number, over?: OtherFetch): SteadyPolling {
  const intervalMs = (ids.length * 1000) / perSecond;
  let asked = 0;
  return {
    name: over === undefined ? 'fleetglass' : `fleetglass, ${over.name}`,
    start() {
      const fleet = createFleet({
        baseUrl,
        credentials: ACCOUNT,
        fetch(url, init) {
          asked += 1;
          return (over?.fetch ?? fetch)(url, init);
        },
        polling: {
          concurrency: CONCURRENCY,
          perSecond: 10 * perSecond,
          burst: 10 * perSecond,
          cadence: () => intervalMs,
        },
      });
      hydrate(fleet, snapshotOf(ids));
      fleet.databases.track(ids);
      return fleet.dispose;
    },
    asked: () => asked,
  };
}

function snapshotOf(ids: readonly string[]): FleetSnapshot {
  const confirmedAt = Date.now();
  const databases = ids.map((id) => ({
    id,
    status: 'fresh' as const,
    record: { ...sampleDatabase, database_id: id },
    confirmedAt,
  }));
  return { format: 1, added: [], databases, indices: [], usage: [] };
}
