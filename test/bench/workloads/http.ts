import type { Effort } from '../harness/effort.js';
import { printPollers, samplePollers } from '../http/measure-pollers.js';
import { pollByFetch, pollByQuery, pollByRefresh, pollBySchedule } from '../http/pollers.js';
import { CONCURRENCY, startServers } from '../http/servers.js';

/** The minimum on a current machine. */
const POLLS_PER_MS = 20;

/** Measures polling over loopback, end to end: requests per second, and processor time per request. */
export async function http({ samples, sampleMs }: Effort): Promise<void> {
  await using servers = await startServers();
  const ids = Array.from({ length: 200 }, (_, at) => `database-${at}`);
  const polls = Math.max(100, POLLS_PER_MS * sampleMs);
  for (const [what, baseUrl, target] of [
    ['the same text each time', servers.fixed, 0.75],
    ['one field changed each time', servers.changing, 0.7],
  ] as const) {
    const options = { baseUrl, ids };
    const title = `${ids.length} ids over loopback, ${CONCURRENCY} in flight, a bare server, ${what}`;
    const refreshing = { ...pollByRefresh(options), target };
    const pollers = [pollByFetch(options), refreshing, pollBySchedule(options), pollByQuery(options)];
    printPollers(title, await samplePollers(pollers, options, servers, { samples, polls }));
  }
}
