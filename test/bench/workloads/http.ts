import { createPooledFetch } from '../../../src/monitor/fetch/pooled-fetch.js';
import type { Effort } from '../harness/effort.js';
import { measureDelay } from '../http/measure-delay.js';
import { measurePollers } from '../http/measure-pollers.js';
import { CONCURRENCY, type Poller, type PollerOptions } from '../http/poller.js';
import {
  createRequestFetch,
  createUndiciFetch,
  importUndici,
  pollByFetch,
  pollByQuery,
  pollByRefresh,
  pollBySchedule,
  pollByUndici,
  type OtherFetch,
  type Undici,
} from '../http/pollers.js';
import { startServers, type Servers } from '../http/servers.js';
import { idle, pollByFleet, pollByTimer } from '../http/steady-polling.js';

/** Measures polling over loopback, end to end: requests per second, and processor time per request. */
export async function http(effort: Effort): Promise<void> {
  await using servers = await startServers();
  const undici = await importUndici();
  const { ids } = servers;
  const setting = `${ids.length} ids over loopback, ${CONCURRENCY} in flight`;

  const measure = async (title: string, baseUrl: string, target: number, choose: typeof everyPoller): Promise<void> => {
    const options = { baseUrl, ids, target };
    await measurePollers(`${setting}, ${title}`, choose(options, undici), options, servers, effort);
  };
  await measure('a bare server, the same text each time', servers.fixed, 0.75, everyPoller);
  await measure('a bare server, one field changed each time', servers.changing, 0.7, everyPoller);
  await measure('the local service, the same text each time', servers.service, 0.75, fewPollers);
  const pooled = createPooledFetch();
  await delays(servers, effort, { name: 'createPooledFetch', fetch: pooled.fetch });
  await pooled.close();
}

/** The rate of 100,000 ids per minute. */
const PER_SECOND = 1667;

async function delays({ service, fixed, ids }: Servers, { samples, sizes }: Effort, pooled: OtherFetch): Promise<void> {
  const isQuick = samples < 10;
  const effort = isQuick ? { rounds: 1, settleMs: 1500, roundMs: 1000 } : { rounds: 5, settleMs: 8000, roundMs: 5000 };
  const few = { baseUrl: service, ids };
  await measureDelay(
    `${ids.length} ids of the local service, each polled ${Math.round(PER_SECOND / ids.length)} times a second`,
    [idle, pollByTimer(few, PER_SECOND), pollByFleet(few, PER_SECOND), pollByFleet(few, PER_SECOND, pooled)],
    effort,
  );
  for (const size of sizes.filter((size) => size > 10_000)) {
    const many = { baseUrl: fixed, ids: Array.from({ length: size }, (_, at) => `database-${at}`) };
    await measureDelay(
      `${size.toLocaleString('en')} ids of a bare server, each polled once a minute`,
      [pollByTimer(many, PER_SECOND), pollByFleet(many, PER_SECOND), pollByFleet(many, PER_SECOND, pooled)],
      effort,
    );
  }
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
