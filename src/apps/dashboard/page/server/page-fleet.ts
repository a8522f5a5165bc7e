import type { Readable } from '../../../../bindings/react/index.js';
import { createFleet, systemClock, type Fleet, type PollingOptions } from '../../../../index.js';
import { trackPollFailures, type PollFailures } from '../polling/poll-failures.js';
import { createBrowserStorage } from './browser-storage.js';
import { followUsage } from './follow-usage.js';
import { createRememberedIds } from './remembered-ids.js';
import { repeat, type Again } from './repeat.js';
import { readServerFacts, ServerRefusal, type ServerFacts } from './server-facts.js';

/** The fleet of this page, and what this page knows beside it. */
export interface PageFleet extends Pick<ServerFacts, 'service' | 'mayCreate' | 'isDemo'> {
  readonly fleet: Fleet;
  /** The requests that keep failing. */
  readonly failures: Readable<PollFailures>;
  /** Makes an id known, now and after reloads. @throws FleetError `invalid-request` for what cannot be one */
  addDatabase(id: string): void;
  /** Whether `removeDatabase` has something to do: it was added in this browser, and the server does not know it. */
  isAdded(id: string): boolean;
  /** Lets go of an id that was added. */
  removeDatabase(id: string): void;
}

const KNOWN_INTERVAL_MS = 5000;

/** A service on this very machine needs no network, and nobody else's requests wait for ours. */
const ON_LOOPBACK: PollingOptions = { pollWhile: ['offline'], perSecond: 200, burst: 400 };

/**
 * Makes the fleet of this page: it asks through the proxy below the page's own address, and holds no credentials.
 *
 * @param onEnd called when this fleet has ended: its server lets the page in no more, or shows another fleet now.
 */
export function createPageFleet(
  { service, run, ids, mayCreate, isDemo }: ServerFacts,
  onEnd: (refusal?: ServerRefusal) => void,
): PageFleet {
  // A service that forgets at its end leaves nothing behind in the browser.
  const storage = createBrowserStorage(() => (run === '' ? localStorage : sessionStorage));
  const remembered = createRememberedIds(storage, `${service} ${run}`.trim());
  const fleet = createFleet({ baseUrl: '/fleet', polling: isLoopback(service) ? ON_LOOPBACK : {} });
  const failures = trackPollFailures(fleet);
  const leases = new Map<string, () => void>();
  let given: ReadonlySet<string> = new Set();

  /** Leases the ids of the server: an id that it withdraws goes, unless it was added in this browser. */
  function take(now: readonly string[]): void {
    given = new Set(now);
    for (const id of given) if (!leases.has(id)) leases.set(id, fleet.databases.track(id));
    for (const [id, end] of leases) {
      if (given.has(id)) continue;
      leases.delete(id);
      end();
    }
  }

  async function followKnown(signal: AbortSignal): Promise<Again> {
    try {
      const now = await readServerFacts(signal);
      if (now.service !== service || now.run !== run) return end();
      take(now.ids);
    } catch (error) {
      // That it does not answer at all the polling tells, too.
      if (error instanceof ServerRefusal) return end(error);
    }
    return 'again';
  }

  function end(refusal?: ServerRefusal): Again {
    stopUsage();
    fleet.dispose();
    onEnd(refusal);
    return 'never';
  }

  take(ids);
  fleet.databases.add(remembered.ids);
  fleet.indices.track();
  const stopUsage = followUsage(fleet, systemClock);
  repeat(systemClock, KNOWN_INTERVAL_MS, followKnown);

  return {
    fleet,
    failures,
    service,
    mayCreate,
    isDemo,
    addDatabase(id) {
      fleet.databases.add(id);
      remembered.add(id);
    },
    isAdded: (id) => !given.has(id) && remembered.ids.includes(id),
    removeDatabase(id) {
      remembered.remove(id);
      fleet.databases.remove(id);
    },
  };
}

function isLoopback(service: string): boolean {
  return /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?=[:/]|$)/.test(service);
}
