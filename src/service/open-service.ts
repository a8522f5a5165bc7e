import { systemClock } from '../core/shared/clock.js';
import type { DatabaseServers } from './account/database-servers.js';
import { openLocalAccount } from './account/local-account.js';
import type { RecordStore } from './account/record-store.js';
import { secureRandom } from './account/random.js';
import { createControlApi } from './control/control-api.js';
import { createOperations } from './http/operations.js';
import type { MemoryServiceOptions } from './service-options.js';

/** An open service: it holds its store, its servers and its timers. */
export interface OpenService {
  /** @throws ConnectionDropped when the request gets no answer. */
  handle(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** Where a service keeps its records, and the servers of its databases. */
export interface Storage {
  readonly store: RecordStore;
  readonly servers: DatabaseServers;
}

/**
 * Opens the storage and composes the service.
 *
 * @throws Error of `openStorage` or of the account. Everything that was opened before is closed then.
 */
export async function openService(
  options: MemoryServiceOptions,
  openStorage: () => Promise<Storage>,
): Promise<OpenService> {
  const { credentials, strict = false, controlToken: token, seed = {} } = options;
  const { clock = systemClock, random = secureRandom, onSeeded = () => {}, onNotice = () => {} } = options;
  const lifecycle = { creatingMs: 2000, updatingMs: 1000, ...options.lifecycle };
  const { store, servers } = await openStorage();
  const account = await openLocalAccount({ store, servers, seed, clock, random, lifecycle, onSeeded, onNotice }).catch(
    async (error: unknown) => {
      await servers.close();
      await store.close();
      throw error;
    },
  );
  const operations = createOperations({ account, credentials, strict, onNotice });
  const control = token === undefined ? undefined : createControlApi({ account, token, clock, random, onNotice });
  return {
    async handle(request) {
      const [, root] = new URL(request.url).pathname.split('/');
      if (root === 'v2' && control !== undefined) {
        return control.intercept(request, (onIgnoredFields) => operations(request, onIgnoredFields));
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
