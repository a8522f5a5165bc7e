import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createPooledFetch } from '../../../src/monitor/fetch/pooled-fetch.js';
import { buildWorker } from '../../support/build-worker.js';
import { duration, plusMinus, ratio, size } from '../harness/amounts.js';
import type { Effort } from '../harness/effort.js';
import { printTable } from '../harness/print-table.js';
import { median, medianRatio, spread } from '../harness/statistics.js';
import { checkPoller, CONCURRENCY, type Poller } from '../http/poller.js';
import { pollBySchedule } from '../http/pollers.js';
import { startServers, type Servers } from '../http/servers.js';
import type { Footprint, MonitorResult, MonitorTask, ReadRequest } from '../monitor/monitor-worker.js';

/** Measures a monitor that polls a bare server: the cost of a poll, and the memory of the process. */
export async function monitor(effort: Effort): Promise<void> {
  await using servers = await startServers();
  await measureFetches(servers, effort);
  await measureProcesses(servers, effort);
}

/** A fleet with one of the fetches. */
interface Candidate {
  readonly name: string;
  readonly poller: Poller;
  /** The processor time of a poll, milliseconds; one value per sample. */
  readonly cpuMs: number[];
  /** The elapsed time of a poll, milliseconds. */
  readonly wallMs: number[];
}

/** So many that the limit of ten polls a second for each id does not count. */
const IDS = 5000;

/** The target of the monitor: polls in one second of processor time, alone and against Node's fetch. */
const TARGET = { perSecond: 5000, ratio: 2 };

/** Polls in one sample of the thorough form. */
const POLLS = 10_000;

/** Measures the polls of a whole fleet, with its scheduler and its store, in one second of processor time. */
async function measureFetches({ fixed }: Servers, { samples }: Effort): Promise<void> {
  const isQuick = samples < 10;
  const options = { baseUrl: fixed, ids: Array.from({ length: IDS }, (_, at) => `database-${at}`) };
  const pooled = createPooledFetch();
  const candidates: readonly [Candidate, Candidate] = [
    candidateOf('fetch of Node', pollBySchedule(options)),
    candidateOf('createPooledFetch', pollBySchedule(options, { name: 'createPooledFetch', fetch: pooled.fetch })),
  ];
  for (const { poller } of candidates) await checkPoller(poller, options);
  for (let sample = 0; sample < (isQuick ? 3 : 11); sample++)
    for (const candidate of sample % 2 === 0 ? candidates : candidates.toReversed())
      await take(candidate, isQuick ? POLLS / 4 : POLLS);
  for (const { poller } of candidates) await poller.dispose();
  await pooled.close();
  print(`A fleet polls ${IDS} ids of a bare server, ${CONCURRENCY} in flight, the same text each time`, candidates);
}

function candidateOf(name: string, poller: Poller): Candidate {
  return { name, poller, cpuMs: [], wallMs: [] };
}

async function take({ poller, cpuMs, wallMs }: Candidate, count: number): Promise<void> {
  const cpuStart = process.cpuUsage();
  const startMs = performance.now();
  const asked = await poller.poll(count);
  wallMs.push((performance.now() - startMs) / asked);
  const { user, system } = process.cpuUsage(cpuStart);
  cpuMs.push((user + system) / 1000 / asked);
}

function print(title: string, candidates: readonly [Candidate, Candidate]): void {
  const [baseline] = candidates;
  const rows = candidates.map((candidate) => {
    const { name, cpuMs, wallMs } = candidate;
    const perSecond = 1000 / median(cpuMs);
    const times = medianRatio(baseline.cpuMs, cpuMs);
    const target = (text: string, isMissed: boolean): string =>
      candidate === baseline ? '' : `≥ ${text}${isMissed ? ' missed' : ''}`;
    return [
      name,
      (1000 / median(wallMs)).toFixed(0),
      duration(median(cpuMs)),
      plusMinus(spread(cpuMs)),
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

/** The most of one processor that a monitor of 100,000 ids may take, without and with a reader. */
const TARGETS = { polling: 0.25, scraped: 0.3, listed: 0.3 };

/** Measures processor time and memory of a monitor in a process of its own, for each number of ids. */
async function measureProcesses({ fixed }: Servers, { samples, sizes }: Effort): Promise<void> {
  const program = await buildWorker(SOURCE);
  const isQuick = samples < 10;
  // Polls are spread evenly over the minute only after the second one.
  const times = isQuick ? { settleMs: 1000, measureMs: 3000 } : { settleMs: 90_000, measureMs: 60_000 };
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
  const [{ read }] = (await once(child, 'message')) as [ReadRequest];
  const readAlerts = (): void =>
    void fetch(read)
      .then((answer) => answer.text())
      // The server has ended.
      .catch(() => {});
  readAlerts();
  const timer = setInterval(readAlerts, READ_MS);
  const [result] = (await once(child, 'message')) as [MonitorResult];
  clearInterval(timer);
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
  return result;
}
