import { costOf, type Cost } from './meters.js';
import { works, type Work } from './works.js';

/** The cost of one run of a task. */
export interface WorkCost extends Cost {
  /** The notifications of subscribers. */
  readonly told: number | undefined;
  /** The most timers that were armed at once, by all of the fleet. */
  readonly armed: number | undefined;
}

/** The cost of all tasks in a fleet of one size. */
export type Costs = Readonly<Record<keyof typeof works, WorkCost>>;

const size = Number(process.argv[2]);
const costs: Record<string, WorkCost> = {};
for (const [name, begin] of Object.entries(works)) costs[name] = await measure(await begin(size));
// Its fleets live on.
process.send?.(costs, () => process.exit());

async function measure({ run, times, told, armed }: Work): Promise<WorkCost> {
  const { calls, promises, bytes, parsed } = await costOf(run);
  const toldBefore = told?.();
  await run();
  return {
    calls: calls / times,
    promises: promises / times,
    bytes: bytes / times,
    parsed: parsed / times,
    told: told && (told() - (toldBefore ?? 0)) / times,
    armed: armed?.(),
  };
}
