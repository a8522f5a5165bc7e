import { unlessAborted } from '../core/shared/on-abort.js';
import { noServers } from './account/database-servers.js';
import { createMemoryStore } from './account/record-store.js';
import { openService, type OpenService, type Storage } from './open-service.js';
import { readMemoryServiceOptions, type MemoryServiceOptions } from './service-options.js';

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
  const options = readMemoryServiceOptions(given);
  const { fetch, close } = createFetchService(options, openMemory);
  return { fetch, close, [Symbol.asyncDispose]: close };
}

async function openMemory(): Promise<Storage> {
  return { store: createMemoryStore(), servers: noServers };
}

/** A service that opens with its first request. */
export interface FetchService extends Pick<MemoryService, 'fetch' | 'close'> {
  /** @throws TypeError when the service is closed. */
  open(): Promise<OpenService>;
}

/**
 * Creates a service that answers in this process. Nothing is opened before the first `fetch` or `open`.
 *
 * @param closeServers runs before the storage is closed.
 */
export function createFetchService(
  options: MemoryServiceOptions,
  openStorage: () => Promise<Storage>,
  closeServers: () => Promise<void> = async () => {},
): FetchService {
  const closing = new AbortController();
  let opened: Promise<OpenService> | undefined;
  let closed: Promise<void> | undefined;

  const open = async (): Promise<OpenService> => {
    if (closed !== undefined) throw closedError();
    const service = await (opened ??= openService(options, openStorage));
    if (closed !== undefined) throw closedError();
    return service;
  };

  const end = async (): Promise<void> => {
    closing.abort(closedError());
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

function closedError(): TypeError {
  return new TypeError('fetch failed: the service is closed');
}
