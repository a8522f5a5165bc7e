import { setMaxListeners } from 'node:events';
import { systemClock, type Clock } from '../../core/shared/clock.js';
import { createLanes } from '../lanes.js';
import { findRedisBinary } from './redis-binary.js';
import { openRedisHome, type RedisHome } from './redis-home.js';
import { createRedisServer, type RedisAddress, type RedisRequest, type RedisServer } from './redis-server.js';

/** Real servers behind databases: one `redis-server` process each, on loopback. None of them outlives this process, however it ends. */
export interface RedisServers {
  /**
   * Starts the server of a database, or starts it again with the data that it had: on the same port if that is free.
   * A server that runs with other limits is started anew; one that runs as asked is left alone.
   *
   * @returns where it accepts connections.
   * @throws Error that says why there is no server, with no secret in it.
   */
  start(server: RedisRequest & { readonly id: string }): Promise<RedisAddress>;
  /** Resolves when the server is gone; its data stays. An unknown or stopped id: nothing. */
  stop(id: string): Promise<void>;
  /** Stops the server and removes its data. */
  remove(id: string): Promise<void>;
  /** Stops all servers, also those that are being started. Later starts are refused. */
  close(): Promise<void>;
}

/** How databases become real. */
export interface RedisServersOptions {
  /** Without redis-server, `auto` says so and there are no servers, `on` fails. */
  readonly mode: 'auto' | 'on' | 'off';
  /** Where the data is kept; without it, data lasts as long as this object. */
  readonly directory?: string | undefined;
  /** Hears what people should know: that there is no redis-server, or that one ended unasked. */
  readonly onNotice?: ((message: string) => void) | undefined;
  /** @default the system's clock */
  readonly clock?: Clock | undefined;
}

const NOT_FOUND =
  'redis-server was not found on PATH; to install it: `apt-get install redis-server` (Debian, Ubuntu) or `brew install redis` (macOS)';

/**
 * Finds redis-server and gets ready to start it.
 *
 * @returns `undefined` when databases are to be records only.
 * @throws Error in the mode `on`, when redis-server is not installed; it names the package.
 */
export async function createRedisServers(options: RedisServersOptions): Promise<RedisServers | undefined> {
  const { mode, onNotice = () => {}, clock = systemClock } = options;
  if (mode === 'off') return undefined;
  const binary = await findRedisBinary();
  if (binary !== undefined) return serversIn(await openRedisHome(options.directory), { binary, clock, onNotice });
  if (mode === 'on') throw new Error(NOT_FOUND);
  onNotice(`${NOT_FOUND}. Databases are records only.`);
  return undefined;
}

interface Means {
  readonly binary: string;
  readonly clock: Clock;
  readonly onNotice: (message: string) => void;
}

function serversIn(home: RedisHome, means: Means): RedisServers {
  const servers = new Map<string, RedisServer>();
  const lanes = createLanes();
  const closing = new AbortController();
  // Every start that is under way listens: many are no leak.
  setMaxListeners(0, closing.signal);
  let closed: Promise<void> | undefined;

  const portsOfOthers = (id: string): Set<number> =>
    new Set([...servers].flatMap(([other, { port }]) => (other === id || port === undefined ? [] : [port])));

  const serverOf = (id: string): RedisServer => {
    const known = servers.get(id);
    if (known !== undefined) return known;
    const server = createRedisServer(id, {
      ...means,
      home,
      signal: closing.signal,
      portsOfOthers: () => portsOfOthers(id),
    });
    servers.set(id, server);
    return server;
  };

  return {
    start: ({ id, ...request }) =>
      lanes.run(id, async () => {
        if (closing.signal.aborted) throw new Error(`no redis-server for database ${id}: the service is closed`);
        return serverOf(id).start(request);
      }),
    stop: (id) => lanes.run(id, async () => servers.get(id)?.stop()),
    remove: (id) =>
      lanes.run(id, async () => {
        await servers.get(id)?.stop();
        servers.delete(id);
        await home.remove(id);
      }),
    close() {
      closing.abort();
      closed ??= lanes.runAlone(async () => {
        await Promise.all([...servers.values()].map((server) => server.stop()));
        await home.close();
      });
      return closed;
    },
  };
}
