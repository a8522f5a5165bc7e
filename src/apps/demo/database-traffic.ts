import { fetchCredentials } from '../../core/fleet/fetch-credentials.js';
import type { Redis } from 'ioredis';
import type { Database } from '../../core/records/database.js';
import type { Fleet } from '../../core/fleet/fleet.js';
import type { Clock } from '../../core/shared/clock.js';

/** Whether the local service runs a redis-server for a database. */
export function isRealDatabase(record: Pick<Database, 'endpoint'> | undefined): boolean {
  return record?.endpoint === '127.0.0.1';
}

const INTERVAL_MS = 1000;

/** Bounds the memory that the demonstration takes: larger databases stay nearly empty. */
const FILLED_LIMIT_BYTES = 64 * 2 ** 20;

const KEY_BYTES = 2 ** 20;

/**
 * Uses the real databases of a fleet as an application would: it sends commands, and fills small databases.
 *
 * @param shareOf returns the share of the limits that is used now, or `undefined` for a database to leave alone.
 * @returns a function that ends the traffic and closes the connections.
 */
export async function startTraffic(
  fleet: Fleet,
  clock: Clock,
  shareOf: (id: string) => number | undefined,
): Promise<() => void> {
  const { Redis: RedisClient } = await import('ioredis');
  const clients = new Map<string, Redis>();
  /** The databases whose last commands are not answered yet. */
  const busy = new Set<string>();
  let isStopped = false;
  let cancel = (): void => {};

  async function connect({ database_id: id, endpoint: host, port }: Database): Promise<Redis | undefined> {
    const open = clients.get(id);
    if (open !== undefined) return open;
    const { password } = (await fetchCredentials(fleet, id)) ?? {};
    if (password === undefined || isStopped) return undefined;
    const client = new RedisClient({ host, port, password, lazyConnect: true, enableOfflineQueue: false });
    // The server stops while its database is suspended. The client connects again by itself.
    client.on('error', () => {});
    clients.set(id, client);
    await client.connect();
    return client;
  }

  async function use(record: Database, share: number): Promise<void> {
    const client = await connect(record);
    if (client?.status !== 'ready') return;
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

  async function useAlone(record: Database, share: number): Promise<void> {
    busy.add(record.database_id);
    try {
      await use(record, share);
    } catch {
      // A failure shows in the usage of the database.
    } finally {
      busy.delete(record.database_id);
    }
  }

  function run(): void {
    for (const record of fleet.databases.all.value) {
      const share = record.state === 'active' && isRealDatabase(record) ? shareOf(record.database_id) : undefined;
      if (share !== undefined && !busy.has(record.database_id)) void useAlone(record, share);
    }
    cancel = clock.schedule(run, INTERVAL_MS);
  }

  run();
  return () => {
    isStopped = true;
    cancel();
    for (const client of clients.values()) client.disconnect();
  };
}
