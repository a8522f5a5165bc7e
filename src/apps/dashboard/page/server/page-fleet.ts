import { createFleet, type Fleet, hydrate, type PollingOptions, systemClock } from '../../../../index.js';
import { type PollFailuresView, trackPollFailures } from '../polling/connection.js';
import { createWritable } from '../shell/writable.js';
import { createBatchedFetch, MAX_BATCH } from './batched-fetch.js';
import { createBrowserStorage, type KeyValues } from '../shell/browser-storage.js';
import { followAlerts } from './alerts.js';
import { follow } from './follow.js';
import { changeKeptIds, type IdChange, isDenial, type ServerFacts } from './server-facts.js';
import { followUsage } from './usage.js';
import { createSequence } from '../../../../core/shared/sequence.js';
import { LOOPBACK } from '../../../../core/wire/base-url.js';
import { identifierProblem } from '../../../../core/wire/identifier.js';
import { parseJson } from '../../../../core/wire/parse-json.js';
import { printable } from '../../../../format/printable.js';

/** Most reads in flight wait for their batch. The server of the page sends fewer requests at once to the service. */
const READS_IN_FLIGHT = 20;

/** A service on this machine needs no network, and a high rate harms no other users. */
const ON_LOOPBACK: PollingOptions = { pollWhile: ['offline'], perSecond: 400, burst: 400, concurrency: MAX_BATCH };

/** Sends the requests of this page through the proxy of its server, and holds no credentials. */
export class PageFleet {
  readonly facts: Omit<ServerFacts, 'ids' | 'records'>;
  readonly fleet: Fleet;
  readonly failures: PollFailuresView;
  readonly usage: ReturnType<typeof followUsage>;
  readonly alerts: ReturnType<typeof followAlerts>['alerts'];
  /** Why the server did not make the last change of the ids. */
  readonly changeProblem = createWritable<string | undefined>(undefined);
  readonly #followed: ReturnType<typeof follow>;
  readonly #remembered: ReturnType<typeof rememberedIds>;
  /** The ids that the server sends, which have a lease. Ids that were added in this browser have none. */
  #leased: readonly string[] = [];
  #release = (): void => {};
  /** Sends one change at a time: two answers could arrive in reverse order, and older ids would replace newer ones. */
  readonly #inSequence = createSequence();

  /** @param onEnd called when the fleet was disposed: the server denies access, or it now serves another fleet */
  constructor({ ids, records, ...facts }: ServerFacts, onEnd: () => void) {
    const { service, run = '' } = facts;
    this.facts = facts;
    // The ids of a service that keeps no data are useless after its run, so they do not stay in the browser.
    const storage = createBrowserStorage(() => (run === '' ? localStorage : sessionStorage));
    this.#remembered = rememberedIds(storage, `${service} ${run}`.trim());
    const polling = LOOPBACK.test(new URL(service).hostname) ? ON_LOOPBACK : { concurrency: READS_IN_FLIGHT };
    const fleet = createFleet({ baseUrl: '/fleet', polling, fetch: createBatchedFetch(systemClock) });
    this.fleet = fleet;
    this.failures = trackPollFailures(fleet);
    if (records !== undefined) hydrate(fleet, records);
    this.#lease(ids);
    fleet.databases.add(this.#remembered.read());
    fleet.indices.track();
    // The records may be too young to be due, and the page has to notice an outage at once.
    fleet.indices.refresh().catch(() => {});
    this.usage = followUsage(fleet, systemClock);
    const { alerts, stop: stopAlerts } = followAlerts();
    this.alerts = alerts;
    const end = (): void => {
      for (const { stop } of [this.usage, { stop: stopAlerts }, this.#followed]) stop();
      fleet.dispose();
      onEnd();
    };
    this.#followed = follow({
      path: () => 'known',
      take: (answer) => {
        const now = answer as ServerFacts;
        if (now.service !== service || (now.run ?? '') !== run) return end();
        this.#lease(now.ids);
      },
      intervalMs: () => 5000,
      fail: (status = 0) => isDenial(status) && end(),
    });
  }

  /** Adds ids, also for later reloads. @throws FleetError `invalid-request` for an invalid id */
  addDatabases(ids: readonly string[]): void {
    this.fleet.databases.add(ids);
    this.#remembered.add(ids);
    void this.#changeKept('add', ids);
  }

  /** Whether the id is on this page and can be removed: the server keeps it, or this browser does. */
  isAdded(id: string): boolean {
    return this.#leased.includes(id) ? this.facts.keepsIds : this.#remembered.read().includes(id);
  }

  removeDatabase(id: string): void {
    this.#remembered.remove([id]);
    this.fleet.databases.remove(id);
    void this.#changeKept('remove', [id]);
  }

  /**
   * The browser keeps an id until the server has it. Ids that the browser kept before stay there, because another
   * account of the same service may have added them.
   */
  async #changeKept(change: IdChange, changed: readonly string[]): Promise<void> {
    if (!this.facts.keepsIds) return;
    this.changeProblem.set(undefined);
    const kept = await this.#inSequence(() => changeKeptIds(change, changed));
    if (kept === undefined) {
      // The server may have an id already, or may never have had it.
      const failed = changed.find((id) => this.#leased.includes(id) === (change === 'remove'));
      return this.changeProblem.set(failed && describeProblem(change, failed));
    }
    this.#lease(kept);
    // The server may have sent newer ids before, and older ones may still arrive. It sends them again.
    this.#followed.forget();
    // An id that was removed may have been added again meanwhile.
    if (change === 'remove') return;
    this.fleet.databases.remove(changed);
    this.#remembered.remove(changed);
  }

  #lease(ids: readonly string[]): void {
    const release = this.#release;
    this.#leased = ids;
    this.#release = this.fleet.databases.track(ids);
    release();
  }
}

function describeProblem(change: IdChange, id: string): string {
  return change === 'add'
    ? 'The server of this page could not keep what you added. Only this browser remembers it. Add it again later.'
    : `The server of this page could not remove ${printable(id)}. It is still listed. Try again.`;
}

/**
 * The ids that were added or created in this browser. The API lists no databases, so the page would lose them on reload.
 *
 * @param account identifies the service, and the run of a service that keeps no data between runs
 */
export function rememberedIds(storage: KeyValues, account: string) {
  const key = `fleetglass.ids ${account}`;

  /** Reads the storage each time, because another tab may have changed it. */
  function read(): readonly string[] {
    const ids = parseJson(storage.getItem(key) ?? '');
    return Array.isArray(ids) ? ids.filter((id) => identifierProblem(id) === undefined) : [];
  }

  function write(ids: readonly string[]): void {
    storage.setItem(key, JSON.stringify(ids));
  }

  return {
    read,
    add: (ids: readonly string[]): void => write([...new Set([...read(), ...ids])]),
    remove: (ids: readonly string[]): void => write(read().filter((id) => !ids.includes(id))),
  };
}
