import { setTimeout as delay } from 'node:timers/promises';
import { createFleet } from '../../../src/core/fleet/fleet.js';
import { createPooledFetch } from '../../../src/monitor/fetch/pooled-fetch.js';
import { heapUsed } from '../harness/heap.js';
import { CONCURRENCY } from '../http/poller.js';
import { ACCOUNT } from '../http/servers.js';
import type { Footprint, MonitorTask } from './monitor-process.js';

/** The process of a monitor. It ends with its parent process. */
process.on('disconnect', () => process.exit());
process.once('message', (task: MonitorTask) => void run(task));

/** While the records are read for the first time. */
const PER_SECOND = 4000;

async function run({ baseUrl, ids, settleMs, measureMs }: MonitorTask): Promise<void> {
  const pooled = createPooledFetch();
  let asked = 0;
  const fleet = createFleet({
    baseUrl,
    credentials: ACCOUNT,
    fetch(url, init) {
      asked += 1;
      return pooled.fetch(url, init);
    },
    polling: { concurrency: CONCURRENCY, perSecond: PER_SECOND, burst: PER_SECOND },
  });
  fleet.databases.track(Array.from({ length: ids }, (_, at) => `database-${at}`));
  while (asked < ids || fleet.polling.status.value.inFlight > 0) await delay(100);
  fleet.polling.pause();
  const look = async (): Promise<Footprint> => {
    await delay(settleMs);
    return measure(measureMs, () => asked);
  };
  const idle = await look();
  fleet.polling.resume();
  // The polls that became due meanwhile are sent first.
  do await delay(1000);
  while (fleet.polling.status.value.due > CONCURRENCY);
  const busy = await look();
  process.send?.({ idle, busy });
}

async function measure(measureMs: number, asked: () => number): Promise<Footprint> {
  heapUsed();
  const cpuStart = process.cpuUsage();
  const startMs = performance.now();
  const askedBefore = asked();
  let rss = 0;
  while (performance.now() - startMs < measureMs) {
    await delay(500);
    rss = Math.max(rss, process.memoryUsage.rss());
  }
  const elapsedMs = performance.now() - startMs;
  const { user, system } = process.cpuUsage(cpuStart);
  return {
    pollsPerSecond: ((asked() - askedBefore) * 1000) / elapsedMs,
    share: (user + system) / 1000 / elapsedMs,
    rss,
    heap: heapUsed(),
  };
}
