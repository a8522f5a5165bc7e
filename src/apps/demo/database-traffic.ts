import { fetchCredentials, type Database, type Fleet, type Clock } from '../../index.js';
import type { Redis, RedisOptions } from 'ioredis';

/** Whether the local service runs a redis-server for a database. */
export function isRealDatabase(record: Pick<Database, 'endpoint'> | undefined): boolean {
  return record?.endpoint === '127.0.0.1';
}

const INTERVAL_MS = 1000;

/** Bounds the memory that the demonstration takes: larger databases stay nearly empty. */
const FILLED_LIMIT_BYTES = 64 * 2 ** 20;

const KEY_BYTES = 2 ** 20;

type ShareOf = (id: string) => number | undefined;

/** Uses the real databases of a fleet as an application would: it sends commands, and fills small databases. */
export async function startTraffic(fleet: Fleet, clock: Clock, shareOf: ShareOf): Promise<() => void> {
  const { Redis: RedisClient } = await import('ioredis');
  const connect = (options: RedisOptions): Redis => new RedisClient(options);
  const traffic = new Traffic(fleet, clock, shareOf, connect);
  traffic.run();
  return () => traffic.stop();
}

class Traffic {
  readonly #fleet: Fleet;
  readonly #clock: Clock;
  readonly #shareOf: ShareOf;
  readonly #createClient: (options: RedisOptions) => Redis;
  readonly #clients = new Map<string, Redis>();
  /** The databases whose last commands are not answered yet. */
  readonly #busy = new Set<string>();
  #isStopped = false;
  #cancel = (): void => {};

  constructor(fleet: Fleet, clock: Clock, shareOf: ShareOf, createClient: (options: RedisOptions) => Redis) {
    this.#fleet = fleet;
    this.#clock = clock;
    this.#shareOf = shareOf;
    this.#createClient = createClient;
  }

  run(): void {
    for (const record of this.#fleet.databases.all.value) {
      const id = record.database_id;
      const share = record.state === 'active' && isRealDatabase(record) ? this.#shareOf(id) : undefined;
      if (share === undefined || this.#busy.has(id)) continue;
      this.#busy.add(id);
      void this.#use(record, share)
        // A failure shows in the usage of the database.
        .catch(() => {})
        .finally(() => this.#busy.delete(id));
    }
    this.#cancel = this.#clock.schedule(() => this.run(), INTERVAL_MS);
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
    for (const client of this.#clients.values()) client.disconnect();
  }

  async #use(record: Database, share: number): Promise<void> {
    const client = await this.#connect(record);
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

  async #connect({ database_id: id, endpoint: host, port }: Database): Promise<Redis | undefined> {
    const open = this.#clients.get(id);
    if (open !== undefined) return open;
    const { password } = (await fetchCredentials(this.#fleet, id)) ?? {};
    if (password === undefined || this.#isStopped) return undefined;
    const client = this.#createClient({ host, port, password, lazyConnect: true, enableOfflineQueue: false });
    // The server stops while its database is suspended. The client connects again by itself.
    client.on('error', () => {});
    this.#clients.set(id, client);
    await client.connect();
    return client;
  }
}
