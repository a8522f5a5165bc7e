import type { Effort } from '../harness/effort.js';
import { measurePollers } from '../http/measure-pollers.js';
import { pollByFetch, pollByQuery, pollByRefresh, pollBySchedule } from '../http/pollers.js';
import { CONCURRENCY, startServers } from '../http/servers.js';

/** Measures polling over loopback, end to end: requests per second, and processor time per request. */
export async function http(effort: Effort): Promise<void> {
  await using servers = await startServers();
  const ids = Array.from({ length: 200 }, (_, at) => `database-${at}`);
  for (const [what, baseUrl, target] of [
    ['the same text each time', servers.fixed, 0.75],
    ['one field changed each time', servers.changing, 0.7],
  ] as const) {
    const options = { baseUrl, ids, target };
    const title = `${ids.length} ids over loopback, ${CONCURRENCY} in flight, a bare server, ${what}`;
    const pollers = [pollByFetch, pollByRefresh, pollBySchedule, pollByQuery].map((create) => create(options));
    await measurePollers(title, pollers, options, servers, effort);
  }
}
