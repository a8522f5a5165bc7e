import { onTestFinished } from 'vitest';
import { reportUsage, type UsageValues } from '../../src/index.js';
import { createFleet, type Fleet } from '../../src/core/fleet/fleet.js';
import type { FleetOptions } from '../../src/core/fleet/fleet-options.js';
import type { AlertEvent } from '../../src/monitor/alerts/alert.js';
import type { Channel } from '../../src/monitor/channels/channel.js';
import { createMonitor } from '../../src/monitor/create-monitor.js';
import type { LogLevel } from '../../src/monitor/log/monitor-log.js';
import type { Monitor, MonitorOptions } from '../../src/monitor/monitor.js';
import type { Rule } from '../../src/monitor/rules/rule.js';
import { createMemoryEngine } from '../persistence/memory-engine.js';
import { sampleDatabase } from '../support/sample-database.js';
import { createVirtualClock, type VirtualClock } from '../../src/notebook/replay/virtual-clock.js';

export const MINUTE = 60_000;

export const suspended = { name: 'suspended', kind: 'state', in: ['suspended'] } as const satisfies Rule;

/** A service of databases and indices, and a clock. */
export interface World {
  readonly clock: VirtualClock;
  /** The records of databases by id. Without a record, the service answers 404. */
  readonly databases: Map<string, object>;
  indices: readonly object[];
  /** The service answers everything with this status. */
  failure: number | undefined;
  set(id: string, fields: object): void;
  /** Changes fields of one or more databases, and waits. */
  change(ids: string | Iterable<string>, fields: object, waitMs: number): Promise<void>;
  /** Reports usage of the database `a`, and waits. */
  use(fleet: Fleet, usage: UsageValues<'database'>, waitMs: number): Promise<void>;
  /** Opens a fleet, which is disposed of after the test. */
  openFleet(options?: Partial<FleetOptions>): Fleet;
  openMonitor(options: MonitorOptions): MonitorInWorld;
}

export interface MonitorInWorld {
  readonly monitor: Monitor;
  readonly events: AlertEvent[];
  /** The names of the logged events. */
  readonly logged: string[];
  /** The kind and the key of each event, which is shorter to compare. */
  readonly told: () => readonly string[];
}

/** @param fields of each database */
export function createWorld(ids: readonly string[] = [], fields: object = {}): World {
  const clock = createVirtualClock();
  const recordOf = (id: string) => ({ ...sampleDatabase, database_id: id, database_name: `name of ${id}`, ...fields });
  const world: World = {
    clock,
    databases: new Map(ids.map((id) => [id, recordOf(id)])),
    indices: [],
    failure: undefined,
    set: (id, fields) => void world.databases.set(id, { ...world.databases.get(id), ...fields }),
    change(given, fields, waitMs) {
      for (const id of typeof given === 'string' ? [given] : given) world.set(id, fields);
      return clock.advance(waitMs);
    },
    use(fleet, usage, waitMs) {
      reportUsage(fleet, 'database', 'a', usage);
      return clock.advance(waitMs);
    },
    openFleet(options = {}) {
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
    openMonitor(options) {
      const logged: string[] = [];
      const log = (_: LogLevel, event: string): void => void logged.push(event);
      const monitor = createMonitor({ clock, random: () => 0.5, log, ...options });
      const events: AlertEvent[] = [];
      monitor.events.subscribe((event) => events.push(event));
      return { monitor, events, logged, told: () => events.map(({ kind, alert }) => `${kind} ${alert.key}`) };
    },
  };
  return world;
}

type Monitored = MonitorInWorld & { readonly fleet: Fleet };

/** A fleet of the ids of a world, with a monitor that evaluates its rules. */
export async function openMonitored(world: World, options: Omit<MonitorOptions, 'fleet'>): Promise<Monitored> {
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
interface Kept extends Monitored {
  readonly values: Map<string, string>;
  /** Ends the process, and starts another one a minute later. Its options may differ. */
  restart(changes?: Partial<Omit<MonitorOptions, 'fleet'>>): Promise<Kept>;
}

export async function openKept(
  world: World,
  options: Omit<MonitorOptions, 'fleet'>,
  values = new Map<string, string>(),
): Promise<Kept> {
  const opened = await openMonitored(world, { ...options, state: createMemoryEngine(values) });
  const restart: Kept['restart'] = async (changes) => {
    opened.fleet.dispose();
    await world.clock.advance(MINUTE);
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
