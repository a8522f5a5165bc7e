import { setTimeout as delay } from 'node:timers/promises';
import { createFleet } from '../../../src/core/fleet/fleet.js';
import { createMonitor } from '../../../src/monitor/create-monitor.js';
import { createPooledFetch } from '../../../src/monitor/fetch/pooled-fetch.js';
import type { Rule } from '../../../src/monitor/rules/rule.js';
import { heapUsed } from '../harness/heap.js';
import { ACCOUNT, CONCURRENCY } from '../http/servers.js';
import { startMonitorServer } from '../../../src/monitor/server/monitor-server.js';

export interface MonitorTask {
  readonly baseUrl: string;
  /** The number of databases. */
  readonly ids: number;
  /** The time from the first record of all databases to the first measurement. */
  readonly settleMs: number;
  readonly measureMs: number;
}

export type Footprint = Awaited<ReturnType<typeof measure>>;

export interface MonitorResult {
  /** Each database is polled once a minute. */
  readonly polling: Footprint;
  /** The metrics are read every 15 s, too. */
  readonly scraped: Footprint;
  /** Each database is polled, and another process reads `/alerts` every 15 s, while 1 % of the databases have an alert. */
  readonly listed: Footprint;
  /** All records are loaded, and polling is paused. */
  readonly idle: Footprint;
}

/** The process of a monitor. It ends with its parent process. */
process.on('disconnect', () => process.exit());
process.once('message', (task: MonitorTask) => void run(task));

/** A rule of each kind. */
const RULES: readonly Rule[] = [
  { name: 'state', kind: 'state', notIn: ['active'] },
  { name: 'stuck', kind: 'transition', longerThanMs: 600_000 },
  { name: 'old', kind: 'age', longerThanMs: 600_000 },
  { name: 'missing', kind: 'missing' },
  { name: 'drift', kind: 'drift' },
  { name: 'limits', kind: 'limit', ratio: 0.9 },
  { name: 'forecast', kind: 'forecast', withinMs: 86_400_000 },
  { name: 'polling', kind: 'polling' },
];

const SCRAPE_MS = 15_000;

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
  const monitor = createMonitor({ fleet, rules: RULES });
  const scrape = async (): Promise<void> => {
    for await (const _ of monitor.metrics.read());
  };
  fleet.databases.track(Array.from({ length: ids }, (_, at) => `database-${at}`));
  while (asked < ids || fleet.polling.status.value.inFlight > 0) await delay(100);
  await delay(settleMs);
  const look = () => measure(measureMs, () => asked);
  const polling = await look();
  const timer = setInterval(() => void scrape(), SCRAPE_MS);
  const scraped = await look();
  clearInterval(timer);
  const server = await startMonitorServer(monitor, { port: 0 });
  // The parent process reads this address until the result comes.
  process.send?.(`${server.url}/alerts`);
  const listed = await look();
  await server.close();
  fleet.polling.pause();
  await delay(1000);
  process.send?.({ polling, scraped, listed, idle: await look() } satisfies MonitorResult);
}

async function measure(measureMs: number, asked: () => number) {
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
    /** The process's share of one processor. */
    share: (user + system) / 1000 / elapsedMs,
    /** Memory at its highest during the measurement, bytes. */
    rss,
    /** The used heap after a garbage collection at the end, bytes. */
    heap: heapUsed(),
  };
}
