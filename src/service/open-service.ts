import { systemClock, type Clock } from '../core/shared/clock.js';
import type { DatabaseServers } from './account/database-servers.js';
import { openLocalAccount, type Account } from './account/local-account.js';
import type { RecordStore } from './account/record-store.js';
import { secureRandom } from './account/random.js';
import { createControlOperations } from './control/control-operations.js';
import { createScriptedChanges } from './control/script.js';
import { createOperations } from './http/operations.js';
import type { MemoryServiceOptions } from './service-options.js';
import { createTraffic } from './traffic/traffic.js';

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
  const control = token === undefined ? undefined : createControl({ account, token, clock, random, onNotice });
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

interface ControlParts {
  readonly account: Account;
  readonly token: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onNotice: (message: string) => void;
}

/** Makes the control API of an account, and its effect on other requests. */
function createControl({ account, token, clock, random, onNotice }: ControlParts) {
  const traffic = createTraffic({ clock, random });
  const scripts = createScriptedChanges({
    clock,
    onFailure: (owner) => onNotice(`A scripted change of ${owner} could not be stored.`),
  });
  /** Drops the connections of delayed requests, and cancels the waiting steps. */
  const close = async (): Promise<void> => {
    traffic.cancelDelays();
    await scripts.cancel();
  };
  const reset = async (): Promise<void> => {
    traffic.clearFaults();
    await close();
    await account.reset();
    traffic.log.clear();
  };
  const answer = createControlOperations({ token, account, scripts, traffic, reset, onNotice });
  return { answer, intercept: traffic.intercept, close };
}
