import type { Readable } from '../../bindings/react/index.js';
import { createFleet, systemClock, type Fleet, type PollingOptions } from '../../index.js';
import { createTroubles, type Troubles } from '../polling/troubles.js';
import { followUsage } from './follow-usage.js';
import { createRememberedIds } from './remembered-ids.js';
import { repeat, type Again } from './repeat.js';
import { readServerFacts, type ServerFacts } from './server-facts.js';

/** The fleet of this page, and what this page knows beside it. */
export interface PageFleet extends Pick<ServerFacts, 'service' | 'mayCreate' | 'isDemo'> {
  readonly fleet: Fleet;
  /** What keeps failing. */
  readonly troubles: Readable<Troubles>;
  /** Makes an id known, now and after reloads. @throws FleetError `invalid-request` for what cannot be one */
  addDatabase(id: string): void;
  /** Whether `removeDatabase` has something to do: it was added in this browser, or created in it. */
  isAdded(id: string): boolean;
  /** Lets go of an id that was added. */
  removeDatabase(id: string): void;
}

const KNOWN_INTERVAL_MS = 5000;

/** A service on this very machine needs no network, and nobody else's requests wait for ours. */
const ON_LOOPBACK: PollingOptions = { pollWhile: ['offline'], perSecond: 200, burst: 400 };

/** Makes the fleet of this page: it asks through the proxy below the page's own address, and holds no credentials. */
export function createPageFleet({ service, run, ids, mayCreate, isDemo }: ServerFacts, storage: Storage): PageFleet {
  const remembered = createRememberedIds(storage, `${service} ${run}`.trim());
  const fleet = createFleet({ baseUrl: '/fleet', polling: isLoopback(service) ? ON_LOOPBACK : {} });
  const troubles = createTroubles(fleet);
  const tracked = new Map<string, () => void>();

  function track(given: readonly string[]): void {
    for (const id of given) if (!tracked.has(id)) tracked.set(id, fleet.databases.track(id));
  }

  async function followKnown(signal: AbortSignal): Promise<Again> {
    // That the server does not answer the polling tells, too.
    await readServerFacts(signal).then(
      ({ ids: now }) => track(now),
      () => {},
    );
    return 'again';
  }

  track([...ids, ...remembered.ids]);
  fleet.indices.track();
  followUsage(fleet, systemClock);
  repeat(systemClock, KNOWN_INTERVAL_MS, followKnown);

  return {
    fleet,
    troubles,
    service,
    mayCreate,
    isDemo,
    addDatabase(id) {
      track([id]);
      remembered.add(id);
    },
    isAdded: (id) => remembered.ids.includes(id),
    removeDatabase(id) {
      remembered.remove(id);
      fleet.databases.untrack(id);
      tracked.get(id)?.();
      tracked.delete(id);
    },
  };
}

function isLoopback(service: string): boolean {
  return /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?=[:/]|$)/.test(service);
}
