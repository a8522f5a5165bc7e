import { systemClock } from '../core/shared/clock.js';
import { unlessAborted } from '../core/shared/on-abort.js';
import { noServers, type DatabasesOptions } from './account/databases.js';
import { openLocalAccount } from './account/local-account.js';
import { secureRandom } from './account/random.js';
import { createMemoryStore } from './account/record-store.js';
import { createControlOperations } from './control/control-operations.js';
import { createScriptedChanges } from './control/script.js';
import { createOperations } from './http/operations.js';
import { memoryServiceOptions, readServiceOptions, type MemoryServiceOptions } from './service-options.js';
import { Traffic } from './traffic/traffic.js';

/** A local service in memory: it answers the three operations of api.md in this page, worker or process. */
export interface MemoryService {
  /**
   * Answers a request without a network, with the signature of the standard fetch: pass it to a client or a fleet as
   * its `fetch`. The host of the URL does not matter.
   *
   * @throws TypeError, as the standard fetch does, when an injected fault drops the connection, or the service is
   *   closed; the signal's reason when the signal aborts.
   */
  fetch(input: Request | URL | string, init?: RequestInit): Promise<Response>;
  /** Cancels all timers and rejects the requests in flight. Later calls have no effect. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Creates a local service for pages, workers and notebooks. It uses nothing of Node: no socket, no directory, no
 * redis-server. `createService` of `fleetglass/service` has these.
 *
 * @throws Error that names every invalid option, without its value.
 * @example
 * ```ts
 * const credentials = { username: 'demo', password: 'demo' };
 * const service = createMemoryService({ credentials });
 * const fleet = createFleet({ baseUrl: 'http://localhost', credentials, fetch: service.fetch });
 * ```
 */
export function createMemoryService(given: MemoryServiceOptions): MemoryService {
  const options = readServiceOptions(memoryServiceOptions, given);
  const openStorage = async (): Promise<Storage> => ({ store: createMemoryStore(), servers: noServers });
  const { fetch, close } = createFetchService(options, openStorage);
  return { fetch, close, [Symbol.asyncDispose]: close };
}

export type Storage = Pick<DatabasesOptions, 'store' | 'servers'>;

/** Nothing is opened before the first `fetch` or `open`. @param closeServers runs before the storage is closed. */
export function createFetchService(
  options: MemoryServiceOptions,
  openStorage: () => Promise<Storage>,
  closeServers: () => Promise<void> = async () => {},
): Pick<MemoryService, 'fetch' | 'close'> & { readonly open: () => ReturnType<typeof openService> } {
  const closing = new AbortController();
  let opened: ReturnType<typeof openService> | undefined;
  let closed: Promise<void> | undefined;

  /** @throws TypeError when the service is closed. */
  const open = async () => {
    closing.signal.throwIfAborted();
    opened ??= openStorage().then((storage) => openService(options, storage));
    // The cause of a failure may be gone at the next call.
    opened.catch(() => (opened = undefined));
    const service = await opened;
    closing.signal.throwIfAborted();
    return service;
  };

  const end = async (): Promise<void> => {
    closing.abort(new TypeError('fetch failed: the service is closed'));
    await closeServers();
    // A service that could not be opened has nothing left to close.
    const service = await opened?.catch(() => undefined);
    await service?.close();
  };

  return {
    open,
    async fetch(input, init) {
      const request = new Request(input, init);
      request.signal.throwIfAborted();
      const answer = open().then(({ handle }) => handle(request));
      return unlessAborted(answer, [request.signal, closing.signal]);
    },
    close: () => (closed ??= end()),
  };
}

/** @throws Error of the account. The storage is closed then. */
async function openService(options: MemoryServiceOptions, { store, servers }: Storage) {
  const { credentials, strict = false, controlToken: token, seed = {} } = options;
  const { clock = systemClock, random = secureRandom, onSeeded = () => {}, onNotice = () => {} } = options;
  const { creatingMs = 2000, updatingMs = 1000 } = options.lifecycle ?? {};
  const lifecycle = { creatingMs, updatingMs };
  const account = await openLocalAccount({ store, servers, seed, clock, random, lifecycle, onSeeded, onNotice }).catch(
    async (error: unknown) => {
      await servers.close();
      await store.close();
      throw error;
    },
  );
  const operations = createOperations({ account, credentials, strict, onNotice });
  if (token === undefined) return { handle: operations, close: () => account.close() };

  const traffic = new Traffic({ clock, random });
  const scripts = createScriptedChanges(clock, (owner) =>
    onNotice(`A scripted change of ${owner} could not be stored.`),
  );
  const cancel = async (): Promise<void> => {
    traffic.cancelDelays();
    await scripts.cancel();
  };
  const reset = async (): Promise<void> => {
    traffic.clearFaults();
    await cancel();
    await account.reset();
    traffic.clearLog();
  };
  const control = createControlOperations({ token, account, scripts, traffic, reset, onNotice });
  return {
    /** @throws ConnectionDropped when the request gets no answer. */
    async handle(request: Request) {
      const [, root] = new URL(request.url).pathname.split('/');
      if (root === 'v2') return traffic.intercept(request, () => operations(request));
      return root === 'control' ? control(request) : operations(request);
    },
    async close() {
      // A scripted change may wait for a server to start. `account.close` ends that start.
      await Promise.all([cancel(), account.close()]);
    },
  };
}
