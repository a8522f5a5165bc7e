import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { systemClock, type Clock } from '../../core/shared/clock.js';
import { noServers, type DatabaseServers } from '../account/databases.js';
import type { StoredRecord } from '../account/record-store.js';
import { KeyedLock } from '../shared/keyed-lock.js';
import { RedisStartError, startRedisProcess, type RedisProcess } from './redis-process.js';
import type { RedisLimits } from './redis-settings.js';

export interface RedisServersOptions {
  /** Without an installed redis-server, `auto` sends a notice and `on` fails. */
  readonly mode: 'auto' | 'on' | 'off';
  /** The folder of the data. @default a temporary folder, which is removed by `close` or after a crash */
  readonly directory?: string | undefined;
  /** Gets messages for people: redis-server is not installed, or a server ended unexpectedly. */
  readonly onNotice?: ((message: string) => void) | undefined;
  /** @default the system's clock */
  readonly clock?: Clock | undefined;
}

const NOT_FOUND =
  'redis-server was not found on PATH; to install it: `apt-get install redis-server` (Debian, Ubuntu) or `brew install redis` (macOS)';

/** Starts no process yet. @returns `noServers` for records only @throws Error in the mode `on` without redis-server */
export async function createRedisServers(options: RedisServersOptions): Promise<DatabaseServers> {
  const { mode, directory, onNotice = () => {}, clock = systemClock } = options;
  if (mode === 'off') return noServers;
  const isInstalled = await promisify(execFile)('redis-server', ['--version']).then(
    () => true,
    // A program that fails is installed. The start of a server then says why it fails.
    ({ code }: { readonly code: unknown }) => typeof code === 'number',
  );
  if (isInstalled) {
    const temporary = directory === undefined ? await mkdtemp(join(tmpdir(), 'redis-')) : undefined;
    return new RedisServers({ clock, onNotice, temporary, folder: temporary ?? resolve(directory ?? '') });
  }
  if (mode === 'on') throw new Error(NOT_FOUND);
  onNotice(`${NOT_FOUND}. The service keeps records only.`);
  return noServers;
}

interface Resources {
  readonly clock: Clock;
  readonly onNotice: (message: string) => void;
  /** The folder of all data. Only this user can read it. */
  readonly folder: string;
  /** The same folder, if it is removed in the end. */
  readonly temporary: string | undefined;
}

interface RunningServer {
  readonly limits: RedisLimits;
  readonly port: number;
  readonly process: RedisProcess;
}

const HOST = '127.0.0.1';

/** Another process may take a port between the search and the start. */
const MAX_TRIES = 5;

/**
 * One `redis-server` process on loopback for each database, with the limits of its record. All processes end with this
 * process, even after a crash.
 */
class RedisServers implements DatabaseServers {
  readonly #resources: Resources;
  readonly #running = new Map<string, RunningServer>();
  readonly #locks = new KeyedLock();
  readonly #closing = new AbortController();
  #closed: Promise<void> | undefined;

  constructor(resources: Resources) {
    this.#resources = resources;
  }

  async apply(id: string, record: StoredRecord, before?: StoredRecord): Promise<StoredRecord> {
    if (before !== undefined && isDeepStrictEqual(requirementsOf(record), requirementsOf(before))) return record;
    const { state, ...limits } = requirementsOf(record);
    return this.#locks.withLock(id, async () => {
      if (state === 'suspended' || state === 'passive') await this.#stop(id);
      if (state !== 'active') return record;
      const port = await this.#start(id, limits, lastPortOf(record));
      const isCurrent = record['endpoint'] === HOST && record['port'] === port && record['tls'] === false;
      return isCurrent ? record : { ...record, endpoint: HOST, port, tls: false };
    });
  }

  remove(id: string): Promise<void> {
    return this.#locks.withLock(id, async () => {
      await this.#stop(id);
      await rm(this.#folderOf(id), { recursive: true, force: true });
    });
  }

  /** Stops all servers and aborts all starts. Later starts are refused. */
  close(): Promise<void> {
    this.#closing.abort();
    this.#closed ??= this.#locks.withGlobalLock(async () => {
      await Promise.all([...this.#running.keys()].map((id) => this.#stop(id)));
      const { temporary } = this.#resources;
      if (temporary !== undefined) await rm(temporary, { recursive: true, force: true });
    });
    return this.#closed;
  }

  /**
   * Starts the server of a database with its existing data, on the wanted port if it is free. A server that runs with
   * other limits is restarted, or stopped if the limits are not valid. A server with the same limits keeps running.
   *
   * @returns its port
   * @throws Error with the reason why the server did not start, without secrets.
   */
  async #start(id: string, limits: RedisLimits, wanted: number | undefined): Promise<number> {
    if (this.#closing.signal.aborted) throw new Error(`no redis-server for database ${id}: the service is closed`);
    const last = this.#running.get(id);
    if (last !== undefined && isDeepStrictEqual(last.limits, limits)) return last.port;
    await this.#stop(id);
    // Redis treats an empty password as no password.
    if (limits.password === '') throw new Error(`no redis-server for database ${id}: its password must not be empty`);
    const started = await this.#launch(id, limits, wanted ?? last?.port);
    this.#running.set(id, started);
    void started.process.gone.then(() => {
      if (this.#running.get(id) !== started) return;
      this.#running.delete(id);
      this.#resources.onNotice(
        `The redis-server of database ${id} ended unexpectedly. Its data is kept: setting its state to active starts it again.`,
      );
    });
    return started.port;
  }

  async #launch(id: string, limits: RedisLimits, wanted: number | undefined): Promise<RunningServer> {
    const directory = this.#folderOf(id);
    await mkdir(directory, { recursive: true, mode: 0o700 });
    for (let tries = 1, next = wanted; ; tries++, next = undefined) {
      const port = next ?? (await findFreePort());
      const options = { ...this.#resources, limits, place: { port, directory }, signal: this.#closing.signal };
      try {
        return { limits, port, process: await startRedisProcess(options) };
      } catch (error) {
        if (!(error instanceof RedisStartError && error.portTaken) || tries === MAX_TRIES) throw error;
      }
    }
  }

  /** Stops the server and keeps its data. No effect for an unknown or stopped server. */
  async #stop(id: string): Promise<void> {
    const running = this.#running.get(id);
    this.#running.delete(id);
    await running?.process.stop();
  }

  #folderOf(id: string): string {
    return join(this.#resources.folder, id);
  }
}

/** The port of the server's last start, if it is valid. A database that never had a server has another endpoint. */
function lastPortOf({ endpoint, port }: StoredRecord): number | undefined {
  const isPort = typeof port === 'number' && Number.isInteger(port) && port > 0 && port <= 65_535;
  return endpoint === HOST && isPort ? port : undefined;
}

function requirementsOf(record: StoredRecord) {
  const password = record['password'];
  return {
    state: record['state'],
    password: typeof password === 'string' ? password : '',
    maxClients: Number(record['db_max_clients']),
    maxMemoryBytes: Number(record['db_memory_threshold']),
    eviction: record['eviction'] === true,
  };
}

/** Finds a free port on loopback. Redis cannot choose one itself. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}
