import type { Readable } from '../../../../bindings/react/index.js';
import { createFleet, type Fleet, hydrate, type PollingOptions, systemClock } from '../../../../index.js';
import { type PollFailuresView, trackPollFailures } from '../polling/poll-failures.js';
import { createWritable } from '../shell/writable.js';
import { createBatchedFetch, MAX_BATCH } from './batched-fetch.js';
import { createBrowserStorage, type KeyValues } from '../shell/browser-storage.js';
import { followAlerts, type PageAlerts } from './follow-alerts.js';
import { followUsage, type ServerUsage } from './follow-usage.js';
import { repeat, type Repetition } from './repeat.js';
import { changeKeptIds, readServerFacts, type ServerFacts, ServerRefusal } from './server-facts.js';
import { identifierProblem } from '../../../../core/wire/identifier.js';

/** The fleet of this page, the configuration of its server, and the ids that were added here. */
export interface PageFleet extends Pick<ServerFacts, 'service' | 'mayCreate' | 'isDemo'> {
  readonly fleet: Fleet;
  readonly failures: PollFailuresView;
  /** The id that the server refused to remove last, until a later change of the ids. */
  readonly notRemoved: Readable<string | undefined>;
  readonly usage: ServerUsage;
  readonly alerts: Readable<PageAlerts>;
  /** Adds ids, also for later reloads. @throws FleetError `invalid-request` for an invalid id */
  addDatabases(ids: readonly string[]): void;
  /** Whether the id can be removed: the server keeps ids, or it was added in this browser and the server does not provide it. */
  isAdded(id: string): boolean;
  /** Removes an id from the page, the browser and the server. */
  removeDatabase(id: string): void;
}

const FACTS_INTERVAL_MS = 5000;

/** Most of them wait for their batch. The server of the page sends fewer at once. */
const READS_IN_FLIGHT = 20;

/** A service on this machine needs no network, and a high rate harms no other users. */
const ON_LOOPBACK: PollingOptions = { pollWhile: ['offline'], perSecond: 400, burst: 400, concurrency: MAX_BATCH };

/**
 * Creates the fleet of this page. It sends requests through the proxy of the page's server, and holds no credentials.
 *
 * @param onEnd called when the fleet was disposed: the server denies access, or it now serves another fleet.
 */
export function createPageFleet(
  { service, run, ids, mayCreate, keepsIds, isDemo, records }: ServerFacts,
  onEnd: (refusal?: ServerRefusal) => void,
): PageFleet {
  // The ids of a service that keeps no data are useless after its run, so they do not stay in the browser.
  const storage = createBrowserStorage(() => (run === '' ? localStorage : sessionStorage));
  const remembered = createRememberedIds(storage, `${service} ${run}`.trim());
  const polling = isLoopback(service) ? ON_LOOPBACK : { concurrency: READS_IN_FLIGHT };
  const fleet = createFleet({ baseUrl: '/fleet', polling, fetch: createBatchedFetch(systemClock) });
  const failures = trackPollFailures(fleet);
  const serverLeases = createServerLeases(fleet);
  const notRemoved = createWritable<string | undefined>(undefined);

  let lastFacts: ServerFacts | undefined;

  async function pollFacts(signal: AbortSignal): Promise<Repetition> {
    try {
      const now = await readServerFacts('', signal, lastFacts);
      lastFacts = now;
      if (now.service !== service || now.run !== run) return end();
      serverLeases.update(now.ids);
    } catch (error) {
      // The polling shows that the server does not answer.
      if (error instanceof ServerRefusal) return end(error);
    }
    return 'repeat';
  }

  function end(refusal?: ServerRefusal): Repetition {
    usage.stop();
    alerts.stop();
    fleet.dispose();
    onEnd(refusal);
    return 'stop';
  }

  /**
   * The browser keeps an id until the server has it. Ids that the browser kept before stay there: another account of
   * the same service may have added them.
   */
  async function changeKept(change: 'add' | 'remove', changed: readonly string[]): Promise<void> {
    notRemoved.set(undefined);
    const kept = keepsIds && (await changeKeptIds({ [change]: changed }));
    if (!kept) {
      if (change === 'remove') notRemoved.set(changed.find((id) => serverLeases.has(id)));
      return;
    }
    serverLeases.update(kept);
    fleet.databases.remove(changed);
    remembered.remove(changed);
  }

  if (records !== undefined) hydrate(fleet, records);
  serverLeases.update(ids);
  fleet.databases.add(remembered.ids);
  fleet.indices.track();
  // The records may be too young to be due, and the page has to notice an outage at once.
  fleet.indices.refresh().catch(() => {});
  const usage = followUsage(fleet, systemClock);
  const alerts = followAlerts();
  repeat(systemClock, () => FACTS_INTERVAL_MS, pollFacts);

  return {
    fleet,
    failures,
    notRemoved,
    usage,
    alerts: alerts.view,
    service,
    mayCreate,
    isDemo,
    addDatabases(added) {
      fleet.databases.add(added);
      remembered.add(added);
      void changeKept('add', added);
    },
    isAdded: (id) => keepsIds || (!serverLeases.has(id) && remembered.ids.includes(id)),
    removeDatabase(id) {
      remembered.remove([id]);
      fleet.databases.remove(id);
      void changeKept('remove', [id]);
    },
  };
}

interface ServerLeases {
  /** Leases new ids, and releases ids that the server no longer sends. Ids that were added in this browser stay. */
  update(ids: readonly string[]): void;
  has(id: string): boolean;
}

function createServerLeases({ databases }: Fleet): ServerLeases {
  const releases = new Map<string, () => void>();
  return {
    update(ids) {
      for (const id of ids) if (!releases.has(id)) releases.set(id, databases.track(id));
      const current = new Set(ids);
      for (const [id, release] of releases) {
        if (current.has(id)) continue;
        releases.delete(id);
        release();
      }
    },
    has: (id) => releases.has(id),
  };
}

function isLoopback(service: string): boolean {
  return /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?=[:/]|$)/.test(service);
}

/** The ids that were added or created in this browser, for each service. */
interface RememberedIds {
  readonly ids: readonly string[];
  add(ids: readonly string[]): void;
  remove(ids: readonly string[]): void;
}

/**
 * Stores ids that were added or created in this browser. The API lists no databases, so the page would lose them on
 * reload.
 *
 * @param account identifies the service, and the run of a service that keeps no data between runs.
 */
export function createRememberedIds(storage: KeyValues, account: string): RememberedIds {
  const key = `fleetglass.ids ${account}`;

  function read(): readonly string[] {
    try {
      const ids: unknown = JSON.parse(storage.getItem(key) ?? '[]');
      return Array.isArray(ids) ? ids.filter((id) => identifierProblem(id) === undefined) : [];
    } catch {
      return [];
    }
  }

  function write(ids: readonly string[]): void {
    if (ids.length === 0) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(ids));
  }

  return {
    get ids() {
      return read();
    },
    // Reads the storage each time, because another tab may have changed it.
    add: (ids) => write([...new Set([...read(), ...ids])]),
    remove: (ids) => write(read().filter((id) => !ids.includes(id))),
  };
}
