import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createPooledFetch } from '../../../src/monitor/fetch/pooled-fetch.js';
import { buildWorker } from '../../support/build-worker.js';
import { duration, plusMinus, printTable, ratio, size } from '../harness/tables.js';
import type { Effort } from '../harness/effort.js';
import { median, medianRatio, spread } from '../harness/statistics.js';
import { samplePollers, type Measured } from '../http/measure-pollers.js';
import { pollBySchedule } from '../http/pollers.js';
import { CONCURRENCY, end, startServers, type Servers } from '../http/servers.js';
import type { Footprint, MonitorResult, MonitorTask } from '../monitor/monitor-worker.js';

/** Measures a monitor that polls a bare server: the cost of a poll, and the memory of the process. */
export async function monitor(effort: Effort): Promise<void> {
  await using servers = await startServers();
  await measureFetches(servers, effort);
  await measureProcesses(servers, effort);
}

/** Enough that the limit of ten polls a second for each id has no effect. */
const IDS = 5000;

/** The target of the monitor: polls in one second of processor time, alone and against Node's fetch. */
const TARGET = { perSecond: 5000, ratio: 2 };

/** Measures the polls of a whole fleet, with its scheduler and its store, in one second of processor time. */
async function measureFetches(servers: Servers, { samples }: Effort): Promise<void> {
  const options = { baseUrl: servers.fixed, ids: Array.from({ length: IDS }, (_, at) => `database-${at}`) };
  const pooled = createPooledFetch();
  const pollers = [
    { ...pollBySchedule(options), name: 'fetch of Node' },
    { ...pollBySchedule(options, pooled.fetch), name: 'createPooledFetch' },
  ];
  const effort = samples < 10 ? { samples: 3, polls: 2500 } : { samples: 11, polls: 10_000 };
  const measured = await samplePollers(pollers, options, servers, effort);
  await pooled.close();
  print(`A fleet polls ${IDS} ids of a bare server, ${CONCURRENCY} in flight, the same text each time`, measured);
}

function print(title: string, measured: readonly Measured[]): void {
  const [baseline] = measured as [Measured];
  const rows = measured.map((each) => {
    const { poller, ownMs, wallMs } = each;
    const perSecond = 1000 / median(ownMs);
    const times = medianRatio(baseline.ownMs, ownMs);
    const target = (text: string, isMissed: boolean): string =>
      each === baseline ? '' : `≥ ${text}${isMissed ? ' missed' : ''}`;
    return [
      poller.name,
      (1000 / median(wallMs)).toFixed(0),
      duration(median(ownMs)),
      plusMinus(spread(ownMs)),
      perSecond.toFixed(0),
      target(String(TARGET.perSecond), perSecond < TARGET.perSecond),
      ratio(times),
      target(ratio(TARGET.ratio), times < TARGET.ratio),
      '',
    ];
  });
  printTable(title, [
    ['', 'polls/s', 'CPU a poll', 'spread', 'polls per CPU second', 'target', 'ratio', 'target', ''],
    ...rows,
  ]);
}

const READ_MS = 15_000;

const SOURCE = 'test/bench/monitor/monitor-worker.ts';

/** The target for a monitor of 100,000 ids: its share of one processor, without and with a reader. */
const TARGETS = { polling: 0.25, scraped: 0.3, listed: 0.3 };

/** Measures processor time and memory of a monitor in a process of its own, for each number of ids. */
async function measureProcesses({ fixed }: Servers, { sizes, isLong }: Effort): Promise<void> {
  const program = await buildWorker(SOURCE);
  // Polls are spread evenly over the minute only after the second minute.
  const times = isLong ? { settleMs: 90_000, measureMs: 60_000 } : { settleMs: 1000, measureMs: 3000 };
  const rows: string[][] = [];
  for (const ids of sizes.filter((count) => count !== 10_000)) {
    const { idle, polling, scraped, listed } = await resultOf(program, { baseUrl: fixed, ids, ...times });
    rows.push(
      rowOf(ids, 'idle', idle),
      rowOf(ids, 'each polled once a minute', polling, TARGETS.polling),
      rowOf(ids, 'the same, and metrics every 15 s', scraped, TARGETS.scraped),
      rowOf(ids, 'the same, and instead /alerts every 15 s', listed, TARGETS.listed),
    );
  }
  printTable('The process of a monitor with a bare server', [
    ['', '', 'polls/s', 'CPU', 'target', 'RSS', 'heap', ''],
    ...rows,
  ]);
}

function rowOf(ids: number, doing: string, { pollsPerSecond, share, rss, heap }: Footprint, target?: number) {
  return [
    `${ids.toLocaleString('en')} ids`,
    doing,
    pollsPerSecond.toFixed(0),
    `${(share * 100).toFixed(1)} %`,
    target !== undefined && ids >= 100_000 ? `≤ ${target * 100} %${share > target ? ' missed' : ''}` : '',
    size(rss),
    size(heap),
    '',
  ];
}

async function resultOf(program: string, task: MonitorTask): Promise<MonitorResult> {
  const child = fork(program, { execArgv: ['--expose-gc'] });
  child.send(task);
  const [alerts] = (await once(child, 'message')) as [string];
  const readAlerts = (): void =>
    void fetch(alerts)
      .then((answer) => answer.text())
      // The server has ended.
      .catch(() => {});
  readAlerts();
  const timer = setInterval(readAlerts, READ_MS);
  const [result] = (await once(child, 'message')) as [MonitorResult];
  clearInterval(timer);
  await end(child);
  return result;
}
