import { createPooledFetch } from '../../../src/monitor/fetch/pooled-fetch.js';
import type { Effort } from '../harness/effort.js';
import { measureDelay, pollByFleet, pollByTimer } from '../http/measure-delay.js';
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

/** Measures polling over loopback, end to end: requests per second, and processor time per request. */
export async function http(effort: Effort): Promise<void> {
  await using servers = await startServers();
  const undici = await importUndici();
  const ids = idsUpTo(200);
  for (const [what, baseUrl, target] of [
    ['the same text each time', servers.fixed, 0.75],
    ['one field changed each time', servers.changing, 0.7],
  ] as const) {
    const options = { baseUrl, ids, target };
    const title = `${ids.length} ids over loopback, ${CONCURRENCY} in flight, a bare server, ${what}`;
    await measurePollers(title, everyPoller(options, undici), options, servers, effort);
  }
  const pooled = createPooledFetch();
  await delays(servers, effort, { name: 'createPooledFetch', fetch: pooled.fetch });
  await pooled.close();
}

const idsUpTo = (count: number): string[] => Array.from({ length: count }, (_, at) => `database-${at}`);

/** The rate of 100,000 ids per minute. */
const PER_SECOND = 1667;

async function delays({ fixed }: Servers, { samples, sizes }: Effort, pooled: OtherFetch): Promise<void> {
  const isQuick = samples < 10;
  const effort = isQuick ? { rounds: 1, settleMs: 1500, roundMs: 1000 } : { rounds: 5, settleMs: 8000, roundMs: 5000 };
  for (const size of sizes.filter((size) => size > 10_000)) {
    const many = { baseUrl: fixed, ids: idsUpTo(size) };
    await measureDelay(
      `${size.toLocaleString('en')} ids of a bare server, each polled once a minute`,
      [pollByTimer(many, PER_SECOND), pollByFleet(many, PER_SECOND), pollByFleet(many, PER_SECOND, pooled)],
      effort,
    );
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
