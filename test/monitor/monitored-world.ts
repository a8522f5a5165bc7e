import { onTestFinished } from 'vitest';
import { reportUsage, type UsageValues } from '../../src/index.js';
import { createFleet, type Fleet } from '../../src/core/fleet/fleet.js';
import type { FleetOptions } from '../../src/core/fleet/fleet-options.js';
import type { AlertEvent } from '../../src/monitor/alerts/alert.js';
import type { Channel } from '../../src/monitor/channels/channel.js';
import { createMonitor } from '../../src/monitor/create-monitor.js';
import type { LogLevel } from '../../src/monitor/log/monitor-log.js';
import type { MonitorOptions } from '../../src/monitor/monitor.js';
import type { Rule } from '../../src/monitor/rules/rule.js';
import { createMemoryEngine } from '../persistence/memory-engine.js';
import { sampleDatabase } from '../support/sample-database.js';
import { createVirtualClock } from '../../src/notebook/replay/virtual-clock.js';

export const MINUTE = 60_000;

export const suspended = { name: 'suspended', kind: 'state', in: ['suspended'] } as const satisfies Rule;

export type World = ReturnType<typeof createWorld>;

/** A service of databases and indices, and a clock. @param fields of each database */
export function createWorld(ids: readonly string[] = [], fields: object = {}) {
  const clock = createVirtualClock();
  const recordOf = (id: string) => ({ ...sampleDatabase, database_id: id, database_name: `name of ${id}`, ...fields });
  const world = {
    clock,
    /** The records of databases by id. Without a record, the service answers 404. */
    databases: new Map<string, object>(ids.map((id) => [id, recordOf(id)])),
    indices: [] as readonly object[],
    /** The service answers everything with this status. */
    failure: undefined as number | undefined,
    set(id: string, fields: object): void {
      world.databases.set(id, { ...world.databases.get(id), ...fields });
    },
    /** Changes fields of one or more databases, and waits. */
    change(given: string | Iterable<string>, fields: object, waitMs: number): Promise<void> {
      for (const id of typeof given === 'string' ? [given] : given) world.set(id, fields);
      return clock.advance(waitMs);
    },
    /** Reports usage of the database `a`, and waits. */
    use(fleet: Fleet, usage: UsageValues<'database'>, waitMs: number): Promise<void> {
      reportUsage(fleet, 'database', 'a', usage);
      return clock.advance(waitMs);
    },
    /** Opens a fleet, which is disposed of after the test. */
    openFleet(options: Partial<FleetOptions> = {}): Fleet {
      const fleet = createFleet({
        baseUrl: 'http://localhost',
        credentials: { username: 'demo', password: 'demo' },
        clock,
        random: () => 0.5,
        polling: { perSecond: 10_000, burst: 10_000, concurrency: 100 },
        fetch: async (url) => {
          if (world.failure !== undefined) return new Response('{"error":"down"}', { status: world.failure });
          const [, id] = /database\/([^?/]+)/.exec(url) ?? [];
          if (id === undefined) return Response.json(world.indices);
          const record = world.databases.get(id);
          return record === undefined ? Response.json({ error: 'no' }, { status: 404 }) : Response.json(record);
        },
        ...options,
      });
      onTestFinished(() => fleet.dispose());
      return fleet;
    },
    openMonitor(options: MonitorOptions) {
      /** The names of the logged events. */
      const logged: string[] = [];
      const log = (_: LogLevel, event: string): void => void logged.push(event);
      const monitor = createMonitor({ clock, random: () => 0.5, log, ...options });
      const events: AlertEvent[] = [];
      monitor.events.subscribe((event) => events.push(event));
      /** The kind and the key of each event, which is shorter to compare. */
      const told = (): readonly string[] => events.map(({ kind, alert }) => `${kind} ${alert.key}`);
      return { monitor, events, logged, told };
    },
  };
  return world;
}

/** A fleet of the ids of a world, with a monitor that evaluates its rules. */
export async function openMonitored(world: World, options: Omit<MonitorOptions, 'fleet'>) {
  const fleet = world.openFleet();
  fleet.databases.add([...world.databases.keys()]);
  const opened = world.openMonitor({ fleet, ...options });
  onTestFinished(async () => {
    fleet.dispose();
    const disposed = opened.monitor.dispose();
    await world.clock.advance(10_000);
    await disposed;
  });
  await opened.monitor.ready;
  return { ...opened, fleet };
}

/** A monitor with a state, whose values stay for the next process. */
interface Kept extends Awaited<ReturnType<typeof openMonitored>> {
  readonly values: Map<string, string>;
  /** Ends the process, and starts another one later, by default after a minute. Its options may differ. */
  restart(changes?: Partial<Omit<MonitorOptions, 'fleet'>>, waitMs?: number): Promise<Kept>;
}

export async function openKept(
  world: World,
  options: Omit<MonitorOptions, 'fleet'>,
  values = new Map<string, string>(),
): Promise<Kept> {
  const opened = await openMonitored(world, { ...options, state: createMemoryEngine(values) });
  const restart: Kept['restart'] = async (changes, waitMs = MINUTE) => {
    opened.fleet.dispose();
    await world.clock.advance(waitMs);
    return openKept(world, { ...options, ...changes }, values);
  };
  return { ...opened, values, restart };
}

/** A channel that notes what it delivers. */
export function noting(name: string): Channel & { readonly delivered: AlertEvent[] } {
  const delivered: AlertEvent[] = [];
  return { name, delivered, deliver: ({ event }) => void delivered.push(event) };
}

/** The kept values of a monitor without its last alerts, which stay when they have ended. */
export function withoutHistory(values: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...values].filter(([key]) => !key.startsWith('history/')));
}
