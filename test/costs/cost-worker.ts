import { costOf, type Cost } from './meters.js';
import { works } from './works.js';

/** The cost of one run of all tasks in a fleet of one size. */
export type Costs = Readonly<Record<keyof typeof works, Cost>>;

const size = Number(process.argv[2]);
const costs: Record<string, Cost> = {};
for (const [name, begin] of Object.entries(works)) {
  const { run, times } = await begin(size);
  const { calls, promises, bytes, parsed } = await costOf(run);
  costs[name] = { calls: calls / times, promises: promises / times, bytes: bytes / times, parsed: parsed / times };
}
// The fleets have timers, which would keep the process alive.
process.send?.(costs, () => process.exit());
