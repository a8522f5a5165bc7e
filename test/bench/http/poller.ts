import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { ACCOUNT } from './servers.js';

/** One implementation of polling. */
export interface Poller {
  readonly name: string;
  /**
   * Sends at least the given number of requests, in turn, as fast as possible. Resolves with their number after all
   * answers.
   */
  poll(count: number): Promise<number>;
  /** Its current record of a database. */
  record(id: string): unknown;
  /** The number of calls of the watchers, one for each record; absent if the poller has no watchers. */
  readonly received?: () => number;
  /** At least this share of the baseline's requests per second. */
  readonly target?: number;
  dispose(): void | Promise<void>;
}

/** The requests. */
export interface PollerOptions {
  readonly baseUrl: string;
  readonly ids: readonly string[];
  /** The least requests a second of a fleet, as a share of those of a bare loop. */
  readonly target?: number;
}

/** The number of requests in flight: enough to keep client and server busy. */
export const CONCURRENCY = 16;

/** Requests ids in turn, several at once. */
export async function pollInTurn(
  ids: readonly string[],
  count: number,
  ask: (id: string) => Promise<unknown>,
): Promise<number> {
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
    deepStrictEqual(poller.record(id), isChanging ? { ...served, ...changing(poller.record(id)) } : served);
  }
  // Some pollers notify a moment later.
  await delay(10);
  if (poller.received !== undefined) strictEqual(poller.received(), isChanging ? asked : ids.length, poller.name);
}

/** The field that may change at each request. */
function changing(record: unknown): { readonly db_max_clients: unknown } {
  return { db_max_clients: (record as { readonly db_max_clients: unknown }).db_max_clients };
}

const { username, password } = ACCOUNT;

/** The headers of a request, for pollers without the client. */
export const HEADERS = {
  accept: 'application/json',
  authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
};

export function urlOf(baseUrl: string, id: string): string {
  return `${baseUrl}/v2/redis/database/${encodeURIComponent(id)}?credentials=hide`;
}

/** Sends a request with the platform's fetch. */
export async function fetchRecord(baseUrl: string, id: string, signal: AbortSignal | null = null): Promise<unknown> {
  const response = await fetch(urlOf(baseUrl, id), { headers: HEADERS, signal });
  if (!response.ok) throw new Error(`The answer is ${response.status}.`);
  return JSON.parse(await response.text());
}
