import type { Redis } from 'ioredis';
import {
  fetchCredentials,
  reportUsage,
  type Clock,
  type Database,
  type DatabaseLimit,
  type Fleet,
  type IndexLimit,
  type IndexRecord,
} from '../../index.js';
import { addUsageSources } from '../usage/add-usage-sources.js';
import type { DemoEnvironment } from './demo-environment.js';

const WAVE_MS = 90_000;
const CLIMB_MS = 45_000;

/** The simulated share of a resource that existed at the start: a slow wave. @param seed shifts the wave */
export function waveAt(elapsedMs: number, seed: string): number {
  const phase = phaseOf(seed);
  return 0.2 + 0.5 * phase + 0.12 * Math.sin(2 * Math.PI * (elapsedMs / WAVE_MS + phase));
}

/** Returns the simulated share of a new database: it climbs beyond the limits, drops, and climbs again. */
export function climbAt(elapsedMs: number): number {
  return 0.1 + 0.95 * ((elapsedMs % CLIMB_MS) / CLIMB_MS);
}

/** Hashes a text to a number from 0 to just below 1 (FNV-1a, by G. Fowler, L. C. Noll and K.-P. Vo). */
function phaseOf(seed: string): number {
  let hash = 2_166_136_261;
  for (const character of seed) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return (hash >>> 0) / 2 ** 32;
}

/** Returns the usage of a database at a share of its limits. An inactive database has no clients and no commands. */
export function databaseLoad(record: Database, share: number): { readonly [Name in DatabaseLimit]?: number } {
  const live = record.state === 'active' ? share : 0;
  return {
    db_max_clients: of(record.db_max_clients, 0.7 * live),
    db_memory_threshold: of(record.db_memory_threshold, share),
    db_disk_threshold: of(record.db_disk_threshold, 0.5 * share),
    db_max_commands_per_second: of(record.db_max_commands_per_second, 0.85 * live),
  };
}

/** Returns the usage of an index at a share of its limits. The number of its vectors comes from the index itself. */
function indexLoad(record: IndexRecord, share: number): { readonly [Name in IndexLimit]?: number } {
  return {
    max_query_per_second: of(record.max_query_per_second, 0.8 * share),
    max_total_metadata_size: of(record.max_total_metadata_size, 0.6 * share),
  };
}

function of(limit: number, share: number): number {
  return Number.isFinite(limit) && limit > 0 ? Math.round(limit * share) : 0;
}

const INTERVAL_MS = 1000;

/** The source of simulated readings. Displays mark a reading as simulated if its source begins so. */
export const SIMULATED = { source: 'simulated by the demonstration' };

/** Frequent, because the demonstration is short. */
const READ_EVERY_MS = 2000;

/**
 * Gives the resources of the demonstration usage: databases of the seed that have a redis-server get real traffic, which a
 * usage source reads. The usage of the others is simulated.
 */
export function startLoad(
  { fleet, clock, ids }: Pick<DemoEnvironment, 'fleet' | 'clock' | 'ids'>,
  shareOf: (id: string) => number | undefined,
  onNotice: (notice: string) => void,
): () => void {
  const isReal = ({ database_id: id, endpoint }: Database): boolean => endpoint === '127.0.0.1' && ids.includes(id);
  const report = (): void => {
    for (const record of fleet.databases.all.value) {
      const { database_id: id } = record;
      const share = isReal(record) ? undefined : shareOf(id);
      if (share !== undefined) reportUsage(fleet, 'database', id, databaseLoad(record, share), SIMULATED);
    }
    for (const record of fleet.indices.all.value) {
      const share = shareOf(record.id);
      if (share !== undefined) reportUsage(fleet, 'index', record.id, indexLoad(record, share), SIMULATED);
    }
  };
  const stops = [repeat(clock, report)];
  let isStopped = false;
  const begin = async (): Promise<void> => {
    await addUsageSources(fleet, { everyMs: READ_EVERY_MS, isSkipped: (record) => !isReal(record), onNotice });
    const stop = await startTraffic(fleet, clock, (record) =>
      isReal(record) ? shareOf(record.database_id) : undefined,
    );
    if (isStopped) stop();
    else stops.push(stop);
  };
  void begin().catch(() => onNotice('The usage of the databases cannot be read.'));
  return () => {
    isStopped = true;
    for (const stop of stops) stop();
  };
}

function repeat(clock: Clock, task: () => void): () => void {
  let cancel = (): void => {};
  const run = (): void => {
    task();
    cancel = clock.schedule(run, INTERVAL_MS);
  };
  run();
  return () => cancel();
}

/** Bounds the memory that the demonstration takes: larger databases stay nearly empty. */
const FILLED_LIMIT_BYTES = 64 * 2 ** 20;

const KEY_BYTES = 2 ** 20;

/** Uses the databases of a fleet as an application would: it sends commands, and fills small databases. */
export async function startTraffic(
  fleet: Fleet,
  clock: Clock,
  shareOf: (record: Database) => number | undefined,
): Promise<() => void> {
  const { Redis: RedisClient } = await import('ioredis');
  const clients = new Map<string, Promise<Redis>>();
  /** The databases whose last commands are not answered yet. */
  const busy = new Set<string>();

  async function connect({ database_id: id, endpoint: host, port }: Database): Promise<Redis> {
    const { password } = (await fetchCredentials(fleet, id)) ?? {};
    const client = new RedisClient({ host, port, password, lazyConnect: true, enableOfflineQueue: false });
    // The server stops while its database is suspended. The client connects again by itself.
    client.on('error', () => {});
    void client.connect().catch(() => {});
    return client;
  }

  async function use(record: Database, share: number): Promise<void> {
    const { database_id: id } = record;
    const connecting = clients.get(id) ?? connect(record);
    clients.set(id, connecting);
    const client = await connecting.catch((error: unknown) => {
      clients.delete(id);
      throw error;
    });
    if (client.status === 'ready') await sendCommands(client, record, share);
  }

  const stop = repeat(clock, () => {
    for (const record of fleet.databases.all.value) {
      const { database_id: id, state } = record;
      const share = state === 'active' ? shareOf(record) : undefined;
      if (share === undefined || busy.has(id)) continue;
      busy.add(id);
      void use(record, share)
        // A failure shows in the usage of the database.
        .catch(() => {})
        .finally(() => busy.delete(id));
    }
  });
  return () => {
    stop();
    for (const connecting of clients.values()) void connecting.then((client) => client.disconnect()).catch(() => {});
  };
}

async function sendCommands(client: Redis, record: Database, share: number): Promise<void> {
  const commands = client.pipeline();
  const count = Math.round(0.3 * share * Math.min(record.db_max_commands_per_second, 1000));
  for (let command = 0; command < count; command++) commands.set(`demo:session:${command % 100}`, command);
  if (record.db_memory_threshold <= FILLED_LIMIT_BYTES) {
    const keys = Math.floor((share * record.db_memory_threshold) / KEY_BYTES);
    // A key that has its size already costs nothing.
    for (let key = 0; key < keys; key++) commands.setrange(`demo:page:${key}`, KEY_BYTES - 1, 'x');
    commands.unlink(`demo:page:${keys}`, `demo:page:${keys + 1}`);
  }
  await commands.exec();
}
