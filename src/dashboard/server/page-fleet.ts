import { createFleet, systemClock, type Fleet } from '../../index.js';
import { followUsage } from './follow-usage.js';
import { createRememberedIds, type RememberedIds } from './remembered-ids.js';
import type { ServerFacts } from './server-facts.js';

/** The fleet of this page, and what keeps it going. */
export interface PageFleet {
  readonly fleet: Fleet;
  readonly service: string;
  readonly remembered: RememberedIds;
  /** Makes an id known, now and after reloads. @throws FleetError `invalid-request` for what cannot be one */
  addDatabase(id: string): void;
}

/** Makes the fleet of this page: it asks through the proxy below the page's own address, and holds no credentials. */
export function createPageFleet({ service, run = '', ids }: ServerFacts, storage: Storage): PageFleet {
  const remembered = createRememberedIds(storage, `${service} ${run}`.trim());
  // A service on this very machine needs no network.
  const pollWhile = isLoopback(service) ? (['offline'] as const) : [];
  const fleet = createFleet({ baseUrl: '/fleet', polling: { pollWhile } });
  fleet.databases.track(new Set([...ids, ...remembered.ids]));
  fleet.indices.track();
  followUsage(fleet, systemClock);
  return {
    fleet,
    service,
    remembered,
    addDatabase(id) {
      fleet.databases.track(id);
      remembered.add(id);
    },
  };
}

function isLoopback(service: string): boolean {
  try {
    return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(new URL(service).hostname);
  } catch {
    return false;
  }
}
