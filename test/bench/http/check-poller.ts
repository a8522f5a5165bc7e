import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { fetchRecord } from './bare-request.js';
import type { Poller, PollerOptions } from './poller.js';

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
