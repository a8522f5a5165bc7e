import { createPooledFetch } from '../../../src/monitor/fetch/pooled-fetch.js';
import { duration, plusMinus, ratio } from '../harness/amounts.js';
import type { Effort } from '../harness/effort.js';
import { printTable } from '../harness/print-table.js';
import { median, medianRatio, spread } from '../harness/statistics.js';
import { checkPoller, CONCURRENCY, type Poller } from '../http/poller.js';
import { pollBySchedule } from '../http/pollers.js';
import type { Servers } from '../http/servers.js';

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
export async function measureFetches({ fixed }: Servers, { samples }: Effort): Promise<void> {
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
