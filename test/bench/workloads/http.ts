import type { Effort } from '../harness/effort.js';
import { pollByFetch, pollByUndici } from '../http/bare-pollers.js';
import { pollByRefresh, pollBySchedule } from '../http/fleet-pollers.js';
import { measurePollers } from '../http/measure-pollers.js';
import { CONCURRENCY, type Poller, type PollerOptions } from '../http/poller.js';
import { pollByQuery } from '../http/query-poller.js';
import { startServers } from '../http/servers.js';
import { createRequestFetch, createUndiciFetch, importUndici, type Undici } from '../http/undici-fetch.js';

/** Polling over loopback, end to end: how many requests a second, and what each takes of the processor. */
export async function http(effort: Effort): Promise<void> {
  await using servers = await startServers();
  const undici = await importUndici();
  const { ids } = servers;
  const setting = `${ids.length} ids over loopback, ${CONCURRENCY} in flight`;

  const measure = async (title: string, baseUrl: string, choose: typeof everyPoller): Promise<void> => {
    const options = { baseUrl, ids };
    await measurePollers(`${setting}, ${title}`, choose(options, undici), options, servers, effort);
  };
  await measure('a bare server, the same text each time', servers.fixed, everyPoller);
  await measure('a bare server, one field changed each time', servers.changing, everyPoller);
  await measure('the local service, the same text each time', servers.service, fewPollers);
}

function everyPoller(options: PollerOptions, undici: Undici): readonly Poller[] {
  const { Agent } = undici;
  const pipelining = new Agent({ connections: CONCURRENCY / 2, pipelining: 4 });
  return [
    ...fewPollers(options, undici),
    pollByQuery(options),
    pollByRefresh(options, { name: 'undici.fetch', fetch: createUndiciFetch(undici, new Agent()) }),
    pollByRefresh(options, { name: 'undici.fetch, pipelining', fetch: createUndiciFetch(undici, pipelining) }),
    pollByRefresh(options, { name: 'undici.request', fetch: createRequestFetch(undici, new Agent()) }),
  ];
}

function fewPollers(options: PollerOptions, undici: Undici): readonly Poller[] {
  return [pollByFetch(options), pollByRefresh(options), pollBySchedule(options), pollByUndici(options, undici)];
}
