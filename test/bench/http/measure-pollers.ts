import { duration, plusMinus, ratio } from '../harness/amounts.js';
import type { Effort } from '../harness/effort.js';
import { printTable } from '../harness/print-table.js';
import { median, medianRatio, spread } from '../harness/statistics.js';
import { checkPoller, type Poller, type PollerOptions } from './poller.js';
import type { Servers } from './servers.js';

/** The durations of polls, milliseconds. */
interface Sample {
  readonly wallMs: number;
  /** Processor time of this process. */
  readonly ownMs: number;
  /** Processor time of the server process. */
  readonly serverMs: number;
}

interface Measured {
  readonly poller: Poller;
  readonly samples: Sample[];
}

/** Checks pollers, measures them in turn and prints the results. The first poller is the baseline. */
export async function measurePollers(
  title: string,
  pollers: readonly Poller[],
  options: PollerOptions,
  servers: Servers,
  { samples, sampleMs }: Effort,
): Promise<void> {
  // By now, connections are open and the code is compiled.
  for (const poller of pollers) await checkPoller(poller, options);
  const measured = pollers.map((poller): Measured => ({ poller, samples: [] }));
  const count = Math.max(100, POLLS_PER_MS * sampleMs);
  for (let sample = 0; sample < samples; sample++)
    // In both directions, so that no poller always follows the same poller.
    for (const { poller, samples } of sample % 2 === 0 ? measured : measured.toReversed())
      samples.push(await take(poller, count, servers));
  for (const poller of pollers) await poller.dispose();
  print(title, measured);
}

/** The minimum on a current machine. */
const POLLS_PER_MS = 20;

async function take(poller: Poller, count: number, servers: Servers): Promise<Sample> {
  const serverStartMs = await servers.workedMs();
  const cpuStart = process.cpuUsage();
  const startMs = performance.now();
  const asked = await poller.poll(count);
  const wallMs = performance.now() - startMs;
  const { user, system } = process.cpuUsage(cpuStart);
  const serverMs = (await servers.workedMs()) - serverStartMs;
  return { wallMs: wallMs / asked, ownMs: (user + system) / 1000 / asked, serverMs: serverMs / asked };
}

function print(title: string, measured: readonly Measured[]): void {
  const of = ({ samples }: Measured, part: keyof Sample): number[] => samples.map((sample) => sample[part]);
  const [baseline] = measured as [Measured];
  const rows = measured.map((each) => {
    const { name, target } = each.poller;
    const rate = medianRatio(of(baseline, 'wallMs'), of(each, 'wallMs'));
    return [
      name,
      (1000 / median(of(each, 'wallMs'))).toFixed(0),
      ratio(rate),
      target === undefined ? '' : `≥ ${ratio(target)}${rate < target ? ' missed' : ''}`,
      plusMinus(spread(of(each, 'wallMs'))),
      duration(median(of(each, 'ownMs'))),
      ratio(medianRatio(of(each, 'ownMs'), of(baseline, 'ownMs'))),
      plusMinus(spread(of(each, 'ownMs'))),
      duration(median(of(each, 'serverMs'))),
      '',
    ];
  });
  printTable(title, [
    ['', 'requests/s', 'ratio', 'target', 'spread', 'CPU each', 'ratio', 'spread', 'server', ''],
    ...rows,
  ]);
}
