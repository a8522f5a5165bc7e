import type { Effort } from '../harness/effort.js';
import { measurePollers } from '../http/measure-pollers.js';
import {
  createRequestFetch,
  createUndiciFetch,
  importUndici,
  pollByFetch,
  pollByQuery,
  pollByRefresh,
  pollBySchedule,
  pollByUndici,
  type Poller,
  type PollerOptions,
  type Undici,
} from '../http/pollers.js';
import { CONCURRENCY, startServers } from '../http/servers.js';

/** Measures polling over loopback, end to end: requests per second, and processor time per request. */
export async function http(effort: Effort): Promise<void> {
  await using servers = await startServers();
  const undici = await importUndici();
  const ids = Array.from({ length: 200 }, (_, at) => `database-${at}`);
  for (const [what, baseUrl, target] of [
    ['the same text each time', servers.fixed, 0.75],
    ['one field changed each time', servers.changing, 0.7],
  ] as const) {
    const options = { baseUrl, ids, target };
    const title = `${ids.length} ids over loopback, ${CONCURRENCY} in flight, a bare server, ${what}`;
    await measurePollers(title, everyPoller(options, undici), options, servers, effort);
  }
}

function everyPoller(options: PollerOptions, undici: Undici): readonly Poller[] {
  return [
    pollByFetch(options),
    pollByRefresh(options),
    pollBySchedule(options),
    pollByUndici(options, undici),
    pollByQuery(options),
    pollByRefresh(options, { name: 'undici.fetch', fetch: createUndiciFetch(undici) }),
    pollByRefresh(options, { name: 'undici.request', fetch: createRequestFetch(undici) }),
  ];
}
