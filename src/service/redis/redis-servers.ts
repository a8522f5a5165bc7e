import { setMaxListeners } from 'node:events';
import { systemClock, type Clock } from '../../core/shared/clock.js';
import { createKeyedLock } from '../shared/keyed-lock.js';
import { openRedisData, type RedisData } from './redis-data.js';
import { createRedisServer, type RedisAddress, type RedisRequest, type RedisServer } from './redis-server.js';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

/** One `redis-server` process on loopback for each database. All processes end with this process, even after a crash. */
export interface RedisServers {
  /**
   * Starts the server of a database with its existing data, on the same port if it is free. A server that runs with
   * other limits is restarted. A server with the same limits keeps running.
   *
   * @throws Error with the reason why the server did not start, without secrets.
   */
  start(server: RedisRequest & { readonly id: string }): Promise<RedisAddress>;
  /** Stops the server and keeps its data. No effect for an unknown or stopped server. */
  stop(id: string): Promise<void>;
  /** Stops the server and removes its data. */
  remove(id: string): Promise<void>;
  /** Stops all servers and aborts all starts. Later starts are refused. */
  close(): Promise<void>;
}

/** Options of {@link createRedisServers}. */
export interface RedisServersOptions {
  /** Without an installed redis-server, `auto` sends a notice and `on` fails. */
  readonly mode: 'auto' | 'on' | 'off';
  /** The folder of the data. Without it, the data is removed by `close`. */
  readonly directory?: string | undefined;
  /** Gets messages for people: redis-server is not installed, or a server ended unexpectedly. */
  readonly onNotice?: ((message: string) => void) | undefined;
  /** @default the system's clock */
  readonly clock?: Clock | undefined;
}

const NOT_FOUND =
  'redis-server was not found on PATH; to install it: `apt-get install redis-server` (Debian, Ubuntu) or `brew install redis` (macOS)';

/**
 * Finds redis-server. Starts no process yet.
 *
 * @returns `undefined` when databases are records only.
 * @throws Error in the mode `on` when redis-server is not installed. The error names the package.
 */
export async function createRedisServers(options: RedisServersOptions): Promise<RedisServers | undefined> {
  const { mode, onNotice = () => {}, clock = systemClock } = options;
  if (mode === 'off') return undefined;
  const binary = await findRedisBinary();
  if (binary !== undefined) return serversIn(await openRedisData(options.directory), { binary, clock, onNotice });
  if (mode === 'on') throw new Error(NOT_FOUND);
  onNotice(`${NOT_FOUND}. The service keeps records only.`);
  return undefined;
}

interface Resources {
  readonly binary: string;
  readonly clock: Clock;
  readonly onNotice: (message: string) => void;
}

function serversIn(home: RedisData, resources: Resources): RedisServers {
  const servers = new Map<string, RedisServer>();
  const locks = createKeyedLock();
  const closing = new AbortController();
  // Every running start adds a listener, so many listeners do not indicate a leak.
  setMaxListeners(0, closing.signal);
  let closed: Promise<void> | undefined;

  const portsOfOthers = (id: string): Set<number> =>
    new Set([...servers].flatMap(([other, { port }]) => (other === id || port === undefined ? [] : [port])));

  const serverOf = (id: string): RedisServer => {
    const known = servers.get(id);
    if (known !== undefined) return known;
    const server = createRedisServer(id, {
      ...resources,
      home,
      signal: closing.signal,
      portsOfOthers: () => portsOfOthers(id),
    });
    servers.set(id, server);
    return server;
  };

  return {
    start: ({ id, ...request }) =>
      locks.withLock(id, async () => {
        if (closing.signal.aborted) throw new Error(`no redis-server for database ${id}: the service is closed`);
        return serverOf(id).start(request);
      }),
    stop: (id) => locks.withLock(id, async () => servers.get(id)?.stop()),
    remove: (id) =>
      locks.withLock(id, async () => {
        await servers.get(id)?.stop();
        servers.delete(id);
        await home.remove(id);
      }),
    close() {
      closing.abort();
      closed ??= locks.withGlobalLock(async () => {
        await Promise.all([...servers.values()].map((server) => server.stop()));
        await home.close();
      });
      return closed;
    },
  };
}

/** Finds `redis-server` on the current PATH. Relative folders are ignored. */
export async function findRedisBinary(): Promise<string | undefined> {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  for (const folder of folders) {
    const path = join(folder, 'redis-server');
    if (await isExecutable(path)) return path;
  }
  return undefined;
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
