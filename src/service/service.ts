import { join } from 'node:path';
import { systemClock } from '../core/shared/clock.js';
import { startHttpServer, type HttpServer, type ListenOptions } from '../http/http-server.js';
import { createMemoryStore, type RecordStore, createRecordStore } from './account/record-store.js';
import { createFetchService, type MemoryService, type Storage } from './memory-service.js';
import { createRedisServers } from './redis/redis-servers.js';
import { readServiceOptions, serviceOptions, type ServiceOptions } from './service-options.js';
import { openEngine } from '../persistence/directory/directory-engine.js';
import { openingProblem } from '../persistence/directory/directory-failure.js';
import { makePrivateDirectory, restrictFolder } from '../persistence/directory/private-directory.js';

/**
 * The local service: it answers the three operations of api.md, in this process by `fetch`, and on loopback after
 * `listen`. Both reach the same databases.
 */
export interface Service extends MemoryService {
  /**
   * Listens on loopback.
   *
   * @returns the base URL for clients, and its port.
   * @throws Error when the port is in use, the directory is in use or damaged, or a package or program that the options
   *   ask for is missing.
   */
  listen(options?: ListenOptions): Promise<{ url: string; port: number }>;
  /** Closes all connections, stops all servers and cancels all timers. Later calls have no effect. */
  close(): Promise<void>;
}

/**
 * Creates a local service. Nothing is opened before its first `fetch` or `listen`.
 *
 * @throws Error that names every invalid option, without its value.
 * @example
 * ```ts
 * const credentials = { username: 'demo', password: 'secret' };
 * await using service = createService({ credentials });
 * const { url } = await service.listen();
 * const client = createManagementClient({ baseUrl: url, credentials });
 * ```
 */
export function createService(given: ServiceOptions): Service {
  const options = readServiceOptions(serviceOptions, given);
  const listening: Promise<HttpServer>[] = [];
  const closeServers = async (): Promise<void> => {
    // A server that could not listen has nothing to close.
    await Promise.allSettled(listening.map(async (server) => (await server).close()));
  };
  const { fetch, open, close } = createFetchService(options, () => openStorage(options), closeServers);

  return {
    fetch,
    async listen(listenOptions) {
      const { handle } = await open();
      const server = startHttpServer({ handle, clock: options.clock ?? systemClock }, listenOptions);
      listening.push(server);
      const { url, port } = await server;
      return { url, port };
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function openStorage(options: ServiceOptions): Promise<Storage> {
  const { redis = 'off', directory, clock, onNotice = () => {} } = options;
  // The store is opened first: its lock also keeps a second service away from the data of the servers.
  const store = directory === undefined ? createMemoryStore() : await openDirectoryStore(directory, onNotice);
  const redisDirectory = directory === undefined ? undefined : join(directory, 'redis');
  const opening = createRedisServers({ mode: redis, directory: redisDirectory, clock, onNotice });
  const servers = await opening.catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  return { store, servers };
}

const OWN_NAMES = ['records', 'redis'];

/**
 * Opens a store of records in the journal of a directory. Reads from memory, which has all texts.
 *
 * @param onNotice gets messages for people about damage.
 * @throws Error that names the directory and its problem.
 */
async function openDirectoryStore(directory: string, onNotice: (message: string) => void): Promise<RecordStore> {
  try {
    await makePrivateDirectory(directory, (name) => OWN_NAMES.includes(name));
    for (const name of OWN_NAMES) await restrictFolder(join(directory, name));
    const engine = await openEngine(join(directory, 'records'));
    for (const { message } of engine.losses) onNotice(message);
    return createRecordStore(engine);
  } catch (error) {
    throw new Error(openingProblem(directory, error));
  }
}
