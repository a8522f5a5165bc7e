import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { FleetSnapshot } from '../../../src/core/fleet/fleet-snapshot.js';
import { createFleet } from '../../../src/core/fleet/fleet.js';
import { hydrate } from '../../../src/core/fleet/snapshot.js';
import { createPooledFetch } from '../../../src/monitor/fetch/pooled-fetch.js';
import { sampleDatabase } from '../../support/sample-database.js';
import type { Effort } from '../harness/effort.js';
import { median, quantile } from '../harness/statistics.js';
import { duration, printTable } from '../harness/tables.js';
import { measurePollers } from '../http/measure-pollers.js';
import {
  createRequestFetch,
  createUndiciFetch,
  fetchRecord,
  importUndici,
  pollByFetch,
  pollByQuery,
  pollByRefresh,
  pollBySchedule,
  pollByUndici,
  type OtherFetch,
  type Poller,
  type PollerOptions,
  type Undici,
} from '../http/pollers.js';
import { ACCOUNT, CONCURRENCY, startServers, type Servers } from '../http/servers.js';

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

async function delays({ fixed }: Servers, { sizes, isLong }: Effort, pooled: OtherFetch): Promise<void> {
  const effort = isLong ? { rounds: 5, settleMs: 8000, roundMs: 5000 } : { rounds: 1, settleMs: 1500, roundMs: 1000 };
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

/** Polls at a steady rate in the background. */
interface SteadyPolling {
  readonly name: string;
  /** Starts polling. Returns a function that stops it. */
  start(): () => void;
  /** The number of requests until now. */
  asked(): number;
}

/** A timer sends the due requests every millisecond. */
function pollByTimer({ baseUrl, ids }: PollerOptions, perSecond: number): SteadyPolling {
  const records = new Map<string, unknown>();
  let asked = 0;
  let inFlight = 0;
  async function ask(id: string): Promise<void> {
    inFlight += 1;
    records.set(id, await fetchRecord(baseUrl, id));
    inFlight -= 1;
  }
  return {
    name: 'a timer, fetch, JSON.parse',
    start() {
      const startMs = performance.now() - (asked * 1000) / perSecond;
      const isDue = (): boolean => asked < ((performance.now() - startMs) * perSecond) / 1000;
      const timer = setInterval(() => {
        while (isDue() && inFlight < CONCURRENCY) void ask(ids[asked++ % ids.length] as string);
      }, 1);
      return () => clearInterval(timer);
    },
    asked: () => asked,
  };
}

/**
 * A fleet polls by itself, with the interval that results in this rate. It starts with all records, confirmed
 * just now, so each id is due at its phase of the interval.
 */
function pollByFleet({ baseUrl, ids }: PollerOptions, perSecond: number, over?: OtherFetch): SteadyPolling {
  const intervalMs = (ids.length * 1000) / perSecond;
  let asked = 0;
  return {
    name: over === undefined ? 'fleetglass' : `fleetglass, ${over.name}`,
    start() {
      const fleet = createFleet({
        baseUrl,
        credentials: ACCOUNT,
        fetch(url, init) {
          asked += 1;
          return (over?.fetch ?? fetch)(url, init);
        },
        polling: {
          concurrency: CONCURRENCY,
          perSecond: 10 * perSecond,
          burst: 10 * perSecond,
          cadence: () => intervalMs,
        },
      });
      hydrate(fleet, snapshotOf(ids));
      fleet.databases.track(ids);
      return fleet.dispose;
    },
    asked: () => asked,
  };
}

function snapshotOf(ids: readonly string[]): FleetSnapshot {
  const confirmedAt = Date.now();
  const databases = ids.map((id) => ({
    id,
    status: 'fresh' as const,
    record: { ...sampleDatabase, database_id: id },
    confirmedAt,
  }));
  return { format: 1, added: [], databases, indices: [], usage: [] };
}

/** The duration and the number of rounds. */
interface DelayEffort {
  readonly rounds: number;
  readonly settleMs: number;
  readonly roundMs: number;
}

/** One measurement of the event loop, milliseconds. */
interface Round {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /** Like p99, but only of the process's own work, without the load of other programs. */
  readonly ownP99: number;
  /** The process's share of one processor. */
  readonly share: number;
  readonly perSecond: number;
}

/** The target for the 99th percentile. */
const TARGET_MS = 20;

/** Measures the delay of the event loop while each poller runs, and prints the medians of the rounds. */
async function measureDelay(title: string, ways: readonly SteadyPolling[], effort: DelayEffort): Promise<void> {
  const found: { readonly way: SteadyPolling; readonly rounds: readonly Round[] }[] = [];
  for (const way of ways) found.push({ way, rounds: await lookAt(way, effort) });
  const rows = found.map(({ way, rounds }) => {
    const of = (part: keyof Round): number => median(rounds.map((round) => round[part]));
    return [
      way.name,
      of('perSecond').toFixed(0),
      duration(of('p50')),
      duration(of('p99')),
      `≤ ${duration(TARGET_MS)}${of('p99') > TARGET_MS ? ' missed' : ''}`,
      duration(of('max')),
      duration(of('ownP99')),
      `${(of('share') * 100).toFixed(0)} %`,
      '',
    ];
  });
  printTable(title, [
    ['event loop delay', 'requests/s', 'p50', 'p99', 'target', 'max', 'p99 of its own', 'CPU', ''],
    ...rows,
  ]);
}

/** One poller runs through all of its rounds: a new poller would run code that is not compiled yet. */
async function lookAt(way: SteadyPolling, { rounds, settleMs, roundMs }: DelayEffort): Promise<readonly Round[]> {
  const stop = way.start();
  await delay(settleMs);
  const found: Round[] = [];
  for (let round = 0; round < rounds; round++) found.push(await look(way, roundMs));
  stop();
  // Answers in flight must not count for the next poller.
  await delay(AFTERMATH_MS);
  return found;
}

async function look(way: SteadyPolling, roundMs: number): Promise<Round> {
  // The measurement excludes earlier work.
  globalThis.gc?.();
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  const cpuStart = process.cpuUsage();
  const startMs = performance.now();
  const askedBefore = way.asked();
  histogram.enable();
  const work = watchWork();
  await delay(roundMs);
  histogram.disable();
  const ownTurns = work();
  const elapsedMs = performance.now() - startMs;
  const { user, system } = process.cpuUsage(cpuStart);
  const perSecond = ((way.asked() - askedBefore) * 1000) / elapsedMs;
  return {
    p50: late(histogram.percentile(50)),
    p99: late(histogram.percentile(99)),
    max: late(histogram.max),
    ownP99: quantile(ownTurns, 0.99),
    share: (user + system) / 1000 / elapsedMs,
    perSecond,
  };
}

/** Notes how long the process works from one timer to the next, milliseconds of processor time. */
function watchWork(): () => readonly number[] {
  const turns: number[] = [];
  let before = process.cpuUsage();
  const timer = setInterval(() => {
    const now = process.cpuUsage();
    turns.push((now.user + now.system - before.user - before.system) / 1000);
    before = now;
  }, RESOLUTION_MS);
  return () => {
    clearInterval(timer);
    return turns;
  };
}

const RESOLUTION_MS = 1;
const AFTERMATH_MS = 100;

/** The histogram has the time from one timer to the next, nanoseconds. */
function late(ns: number): number {
  return Math.max(0, ns / 1e6 - RESOLUTION_MS);
}
