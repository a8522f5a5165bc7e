import { createFleet } from '../../src/index.js';
import { replicas } from '../../src/sharing/redis/index.js';

/** A command of the check to a member. */
export interface ScaleTask {
  readonly baseUrl: string;
  /** The address of Redis; without it the member polls alone. */
  readonly redis: string | undefined;
  readonly ids: number;
  readonly everyMs: number;
  readonly perSecond: number;
}

/** A member in a process of its own. It reports whenever its parent asks. */
const task = JSON.parse(process.argv[2] ?? '') as ScaleTask;
const sharing = task.redis === undefined ? undefined : replicas({ connection: task.redis, scope: 'scale' });
const fleet = createFleet({
  baseUrl: task.baseUrl,
  credentials: { username: 'demo', password: 'demo' },
  polling: { perSecond: task.perSecond, burst: task.perSecond, concurrency: 64, cadence: () => task.everyMs },
  sharing,
});
fleet.databases.track(
  Array.from({ length: task.ids }, (_, nth) => `id-${nth}`),
  { everyMs: task.everyMs },
);

/** The processor time and the memory of a member since its start, and the number of its ids with a record. */
export type ScaleReport = ReturnType<typeof report>;

function report() {
  const { user, system } = process.cpuUsage();
  const fresh = fleet.databases.all.value.length;
  return { processorMicros: user + system, rssBytes: process.memoryUsage().rss, fresh };
}

process.on('message', () => process.send?.(report()));
process.on('disconnect', () => process.exit());
