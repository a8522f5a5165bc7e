import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { QueryClient, QueryObserver } from '@tanstack/query-core';
import { skip } from 'rxjs';
import { createFleet, type Fleet } from '../../../src/core/fleet/fleet.js';
import type { Fetch } from '../../../src/core/wire/transport.js';
import { ACCOUNT, CONCURRENCY } from './servers.js';

export interface Poller {
  readonly name: string;
  /**
   * Sends at least the given number of requests, in turn, as fast as possible. Resolves with their number after all
   * answers.
   */
  poll(count: number): Promise<number>;
  record(id: string): unknown;
  /** How often the watchers, one for each record, were called; absent if the poller has no watchers. */
  readonly received?: () => number;
  /** At least this share of the baseline's requests per second. */
  readonly target?: number;
  dispose(): void | Promise<void>;
}

export interface PollerOptions {
  readonly baseUrl: string;
  readonly ids: readonly string[];
}

async function pollInTurn(ids: readonly string[], count: number, ask: (id: string) => Promise<unknown>) {
  let asked = 0;
  async function askOneByOne(): Promise<void> {
    while (asked < count) await ask(ids[asked++ % ids.length] as string);
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, askOneByOne));
  return count;
}

/**
 * Makes a poller request every id twice, and checks its records and one notification for each change.
 *
 * @throws AssertionError
 */
export async function checkPoller(poller: Poller, { baseUrl, ids }: PollerOptions): Promise<void> {
  const askedBefore = await poller.poll(ids.length);
  const before = ids.map((id) => poller.record(id));
  const asked = askedBefore + (await poller.poll(ids.length));
  const isChanging = !isDeepStrictEqual(
    before,
    ids.map((id) => poller.record(id)),
  );
  for (const id of ids) {
    const served = (await fetchRecord(baseUrl, id)) as object;
    // This field may change at each request.
    const { db_max_clients } = poller.record(id) as { readonly db_max_clients: unknown };
    deepStrictEqual(poller.record(id), isChanging ? { ...served, db_max_clients } : served);
  }
  // Some pollers notify asynchronously.
  await delay(10);
  if (poller.received !== undefined) strictEqual(poller.received(), isChanging ? asked : ids.length, poller.name);
}

const { username, password } = ACCOUNT;

const HEADERS = {
  accept: 'application/json',
  authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
};

async function fetchRecord(baseUrl: string, id: string, signal: AbortSignal | null = null): Promise<unknown> {
  const url = `${baseUrl}/v2/redis/database/${encodeURIComponent(id)}?credentials=hide`;
  const response = await fetch(url, { headers: HEADERS, signal });
  if (!response.ok) throw new Error(`The answer is ${response.status}.`);
  return JSON.parse(await response.text());
}

export function pollByFetch({ baseUrl, ids }: PollerOptions): Poller {
  const records = new Map<string, unknown>();
  return {
    name: 'bare loop: fetch, JSON.parse',
    poll: (count) => pollInTurn(ids, count, async (id) => records.set(id, await fetchRecord(baseUrl, id))),
    record: (id) => records.get(id),
    dispose: () => {},
  };
}

/** A query for each id, with an observer of its data only, which fetches on command. */
export function pollByQuery({ baseUrl, ids }: PollerOptions): Poller {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false, notifyOnChangeProps: ['data'] } } });
  let received = 0;
  const observers = new Map(
    ids.map((id) => {
      const observer = new QueryObserver(client, {
        queryKey: ['database', id],
        queryFn: ({ signal }) => fetchRecord(baseUrl, id, signal),
      });
      observer.subscribe(() => void (received += 1));
      return [id, observer];
    }),
  );
  return {
    name: '@tanstack/query-core: observer.refetch',
    poll: (count) => pollInTurn(ids, count, async (id) => observers.get(id)?.refetch({ throwOnError: true })),
    record: (id) => client.getQueryData(['database', id]),
    received: () => received,
    dispose() {
      for (const observer of observers.values()) observer.destroy();
      client.clear();
    },
  };
}

/** Refreshes each id explicitly, while the fleet's own polling is paused. */
export function pollByRefresh(options: PollerOptions): Poller {
  const fleet = openFleet(options);
  const ask = (id: string): Promise<unknown> => fleet.databases.refresh(id);
  return {
    ...createFleetPoller('fleetglass: databases.refresh', fleet, options),
    poll: (count) => pollInTurn(options.ids, count, ask),
  };
}

/**
 * The fleet polls by itself, each id at most ten times a second, until it has sent enough requests. Requests in flight
 * count too.
 */
export function pollBySchedule(options: PollerOptions, send: Fetch = fetch): Poller {
  let left = 0;
  const fleet = openFleet(options, (url, init) => {
    left -= 1;
    if (left === 0) fleet.polling.pause();
    return send(url, init);
  });
  return {
    ...createFleetPoller('fleetglass: its own polling, at most 10/s an id', fleet, options),
    async poll(count) {
      left = count;
      fleet.polling.resume();
      do await delay(1);
      while (left > 0 || fleet.polling.status.value.inFlight > 0);
      return count - left;
    },
  };
}

/** A fleet with paused polling and the widest possible rate limit. */
function openFleet({ baseUrl, ids }: PollerOptions, fetch?: Fetch): Fleet {
  const polling = { concurrency: CONCURRENCY, perSecond: 1e6, burst: 1e6, cadence: () => 0 };
  const fleet = createFleet({ baseUrl, credentials: ACCOUNT, fetch, polling });
  fleet.polling.pause();
  fleet.databases.track(ids);
  return fleet;
}

function createFleetPoller(name: string, fleet: Fleet, { ids }: PollerOptions): Omit<Poller, 'poll'> {
  let received = 0;
  const count = (): void => void (received += 1);
  for (const id of ids) fleet.databases.record(id).pipe(skip(1)).subscribe(count);
  return {
    name,
    record: (id) => fleet.databases.record(id).value,
    received: () => received,
    dispose: fleet.dispose,
  };
}
