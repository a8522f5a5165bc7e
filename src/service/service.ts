import { readOwnMembers } from '../core/api/read-members.js';
import { systemClock } from '../core/shared/clock.js';
import { startHttpServer, type HttpServer, type ListenOptions } from '../http/http-server.js';
import { allowListeners } from './allow-listeners.js';
import { openService, type OpenService } from './open-service.js';
import { readServiceOptions, type ServiceOptions } from './service-options.js';
import { unlessAborted } from './unless-aborted.js';

/**
 * The local service: it answers the three operations of api.md, in this process by `fetch`, and on loopback after
 * `listen`. Both reach the same databases.
 */
export interface Service {
  /**
   * Answers a request without a network, with the signature of the standard fetch: it can be a client's `fetch`.
   * The host of the URL does not matter.
   *
   * @throws TypeError as fetch does, when an injected fault drops the connection, or the service is closed;
   *   the signal's reason when that aborts.
   */
  fetch(input: Request | URL | string, init?: RequestInit): Promise<Response>;
  /**
   * Listens on loopback.
   *
   * @returns the base URL for clients, and its port.
   * @throws Error when it cannot listen there, or cannot be opened: the directory is in use or damaged, or a package
   *   or program that the options ask for is missing.
   */
  listen(options?: ListenOptions): Promise<{ url: string; port: number }>;
  /** Ends it: connections are closed, servers stopped, timers cancelled. Calling it again changes nothing. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Makes a local service. Nothing happens before its first `fetch` or `listen`.
 *
 * @throws Error that names every wrong option; it holds no value.
 * @example
 * ```ts
 * const credentials = { username: 'demo', password: 'secret' };
 * await using service = createService({ credentials });
 * const { url } = await service.listen();
 * const client = createManagementClient({ baseUrl: url, credentials });
 * ```
 */
export function createService(given: ServiceOptions): Service {
  const options = readServiceOptions(given);
  const closing = new AbortController();
  allowListeners(closing.signal);
  const listening: Promise<HttpServer>[] = [];
  let opened: Promise<OpenService> | undefined;
  let closed: Promise<void> | undefined;

  const open = (): Promise<OpenService> => {
    closing.signal.throwIfAborted();
    return (opened ??= openService(options));
  };

  const service: Service = {
    async fetch(input, init) {
      const request = new Request(input, init);
      request.signal.throwIfAborted();
      const answer = open().then(({ handle }) => handle(request));
      return unlessAborted(answer, [request.signal, closing.signal]);
    },
    async listen(listenOptions) {
      const { handle } = await open();
      closing.signal.throwIfAborted();
      const where = readOwnMembers(listenOptions, ['port', 'host']) as ListenOptions | undefined;
      const server = startHttpServer({ handle, clock: options.clock ?? systemClock }, where);
      listening.push(server);
      const { url, port } = await server;
      return { url, port };
    },
    close: () => (closed ??= end()),
    [Symbol.asyncDispose]: () => service.close(),
  };

  async function end(): Promise<void> {
    closing.abort(new TypeError('fetch failed: the service is closed'));
    for (const result of await Promise.allSettled(listening)) {
      if (result.status === 'fulfilled') await result.value.close();
    }
    // One that could not be opened has left nothing open.
    const [result] = await Promise.allSettled(opened === undefined ? [] : [opened]);
    if (result?.status === 'fulfilled') await result.value.close();
  }

  return service;
}
