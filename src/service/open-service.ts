import { join } from 'node:path';
import { systemClock } from '../core/shared/clock.js';
import type { Account } from './account/account.js';
import { createControlFace } from './control/control-face.js';
import { createDatabaseServers, noServers, type DatabaseServers } from './account/database-servers.js';
import { openLocalAccount } from './account/local-account.js';
import { openLevel } from './account/open-level.js';
import { createOperations } from './http/operations.js';
import { createRecordStore } from './account/record-store.js';
import { createRedisServers } from './redis/redis-servers.js';
import { secureRandom } from './account/secure-random.js';
import { watchDirectory } from './account/watch-directory.js';
import type { ServiceOptions } from './service-options.js';

/** A service that holds its directory, its servers and its timers. */
export interface OpenService {
  /** @throws ConnectionDropped when there is to be no answer. */
  handle(request: Request): Promise<Response>;
  close(): Promise<void>;
}

type FullOptions = ServiceOptions & Required<Pick<ServiceOptions, 'clock' | 'random' | 'onNotice'>>;

/**
 * Opens what a service is made of, and puts it together.
 *
 * @throws Error that says what is missing or in the way; nothing is left open then.
 */
export async function openService(options: ServiceOptions): Promise<OpenService> {
  const { clock = systemClock, random = secureRandom, onNotice = () => {} } = options;
  const full = { ...options, clock, random, onNotice };
  return compose(full, await openAccount(full));
}

function compose(options: FullOptions, account: Account): OpenService {
  const { credentials, strict = false, controlToken: token, clock, random, onNotice } = options;
  const operations = createOperations({ account, credentials, strict, onNotice });
  const control = token === undefined ? undefined : createControlFace({ account, token, clock, random, onNotice });
  return {
    async handle(request) {
      const [, root] = new URL(request.url).pathname.split('/');
      if (root === 'v2' && control !== undefined) {
        return control.carry(request, (onIgnoredFields) => operations(request, onIgnoredFields));
      }
      if (root === 'control' && control !== undefined) return control.answer(request);
      return operations(request);
    },
    async close() {
      await control?.close();
      await account.close();
    },
  };
}

async function openAccount(options: FullOptions): Promise<Account> {
  const { directory, seed = {}, clock, random, onSeeded = () => {}, onNotice } = options;
  const lifecycle = { creatingMs: 2000, updatingMs: 1000, ...options.lifecycle };
  // The store comes first: its lock keeps a second service from the servers' data as well.
  const { level, path } = await openLevel(directory, onNotice);
  const store = createRecordStore(level, path === undefined ? undefined : await watchDirectory(path, onNotice));
  let servers: DatabaseServers | undefined;
  try {
    servers = await openServers(options);
    return await openLocalAccount({ store, servers, seed, clock, random, lifecycle, onSeeded, onNotice });
  } catch (error) {
    await servers?.close();
    await store.close();
    throw error;
  }
}

async function openServers({ redis = 'off', directory, clock, onNotice }: FullOptions): Promise<DatabaseServers> {
  const place = directory === undefined ? {} : { directory: join(directory, 'redis') };
  const servers = await createRedisServers({ mode: redis, ...place, clock, onNotice });
  return servers === undefined ? noServers : createDatabaseServers(servers);
}
