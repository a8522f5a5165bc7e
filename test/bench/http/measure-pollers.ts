import { duration, plusMinus, printTable, ratio } from '../harness/tables.js';
import { median, medianRatio, spread } from '../harness/statistics.js';
import { checkPoller, type Poller, type PollerOptions } from './pollers.js';
import type { Servers } from './servers.js';

/** The durations of a poll in each sample, milliseconds. */
export interface Measured {
  readonly poller: Poller;
  readonly wallMs: number[];
  /** Processor time of this process. */
  readonly ownMs: number[];
  /** Processor time of the server process. */
  readonly serverMs: number[];
}

export async function samplePollers(
  pollers: readonly Poller[],
  options: PollerOptions,
  servers: Servers,
  { samples, polls }: { readonly samples: number; readonly polls: number },
): Promise<readonly Measured[]> {
  // By now, connections are open and the code is compiled.
  for (const poller of pollers) await checkPoller(poller, options);
  const measured = pollers.map((poller): Measured => ({ poller, wallMs: [], ownMs: [], serverMs: [] }));
  for (let sample = 0; sample < samples; sample++)
    // Forwards and backwards, so that no poller always follows the same poller.
    for (const { poller, wallMs, ownMs, serverMs } of sample % 2 === 0 ? measured : measured.toReversed()) {
      const serverStartMs = await servers.workedMs();
      const cpuStart = process.cpuUsage();
      const startMs = performance.now();
      const asked = await poller.poll(polls);
      wallMs.push((performance.now() - startMs) / asked);
      const { user, system } = process.cpuUsage(cpuStart);
      ownMs.push((user + system) / 1000 / asked);
      serverMs.push(((await servers.workedMs()) - serverStartMs) / asked);
    }
  for (const poller of pollers) await poller.dispose();
  return measured;
}

/** Prints the results. The first poller is the baseline. */
export function printPollers(title: string, measured: readonly Measured[]): void {
  const [baseline] = measured as [Measured];
  const rows = measured.map(({ poller: { name, target }, wallMs, ownMs, serverMs }) => {
    const rate = medianRatio(baseline.wallMs, wallMs);
    return [
      name,
      (1000 / median(wallMs)).toFixed(0),
      ratio(rate),
      target === undefined ? '' : `≥ ${ratio(target)}${rate < target ? ' missed' : ''}`,
      plusMinus(spread(wallMs)),
      duration(median(ownMs)),
      ratio(medianRatio(ownMs, baseline.ownMs)),
      plusMinus(spread(ownMs)),
      duration(median(serverMs)),
      '',
    ];
  });
  printTable(title, [
    ['', 'requests/s', 'ratio', 'target', 'spread', 'CPU each', 'ratio', 'spread', 'server', ''],
    ...rows,
  ]);
}
