import { costOf, type Cost } from './meters.js';
import { works, type Work } from './works.js';

/** The cost of one run of a task. */
export interface WorkCost extends Cost {
  /** The notifications of subscribers. */
  readonly notified: number | undefined;
  /** The maximum number of timers that were armed at once in the whole fleet. */
  readonly armed: number | undefined;
}

/** The cost of all tasks in a fleet of one size. */
export type Costs = Readonly<Record<keyof typeof works, WorkCost>>;

const size = Number(process.argv[2]);
const costs: Record<string, WorkCost> = {};
for (const [name, begin] of Object.entries(works)) costs[name] = await measure(await begin(size));
// The fleets have timers, which would keep the process alive.
process.send?.(costs, () => process.exit());

async function measure({ run, times, notified, armed }: Work): Promise<WorkCost> {
  const { calls, promises, bytes, parsed } = await costOf(run);
  const notifiedBefore = notified?.();
  await run();
  return {
    calls: calls / times,
    promises: promises / times,
    bytes: bytes / times,
    parsed: parsed / times,
    notified: notified && (notified() - (notifiedBefore ?? 0)) / times,
    armed: armed?.(),
  };
}
