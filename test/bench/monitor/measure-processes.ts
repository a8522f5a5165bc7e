import { fork } from 'node:child_process';
import { once } from 'node:events';
import { size } from '../harness/amounts.js';
import { buildWorker } from '../../support/build-worker.js';
import type { Effort } from '../harness/effort.js';
import { printTable } from '../harness/print-table.js';
import type { Servers } from '../http/servers.js';
import type { Footprint, MonitorResult, MonitorTask } from './monitor-process.js';

const SOURCE = 'test/bench/monitor/monitor-worker.ts';

/** The most of one processor that a monitor of 100,000 ids may take, without and with a reader. */
const TARGETS = { polling: 0.25, scraped: 0.3 };

/** Measures processor time and memory of a monitor in a process of its own, for each number of ids. */
export async function measureProcesses({ fixed }: Servers, { samples, sizes }: Effort): Promise<void> {
  const program = await buildWorker(SOURCE);
  const isQuick = samples < 10;
  // Polls are spread evenly over the minute only after the second one.
  const times = isQuick ? { settleMs: 1000, measureMs: 3000 } : { settleMs: 90_000, measureMs: 60_000 };
  const rows: string[][] = [];
  for (const ids of sizes.filter((count) => count !== 10_000)) {
    const { idle, polling, scraped } = await resultOf(program, { baseUrl: fixed, ids, ...times });
    rows.push(
      rowOf(ids, 'idle', idle),
      rowOf(ids, 'each polled once a minute', polling, TARGETS.polling),
      rowOf(ids, 'the same, and metrics every 15 s', scraped, TARGETS.scraped),
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
  const [result] = (await once(child, 'message')) as [MonitorResult];
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
  return result;
}
