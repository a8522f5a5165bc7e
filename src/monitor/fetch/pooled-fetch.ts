import type { Dispatcher } from 'undici';
import Agent from 'undici/lib/dispatcher/agent.js';
import type { Fetch } from '../../core/wire/transport.js';
import { Exchange } from './exchange.js';

/** How long an unused socket stays open. Services and load balancers close sockets later. */
const KEEP_ALIVE_MS = 4000;

/** A fetch with its own pool of sockets. */
export interface PooledFetch {
  /**
   * For the option `fetch` of `createFleet`. Its responses have what the fleet reads of a response: status, headers and
   * the reader of the body. They are not instances of `Response`. It has no deadline of its own: the signal of a
   * request ends it. It follows no redirect, sends no cookies, and sends each request once.
   */
  readonly fetch: Fetch;
  /**
   * Closes unused sockets at once, and the others after their answers. Later requests fail. Resolves when all sockets are
   * closed. A second call returns the same promise.
   */
  close(): Promise<void>;
}

/**
 * Makes a fetch for processes that poll much: a poll takes a quarter of the processor time that it takes over Node's fetch.
 *
 * @example
 * ```ts
 * const pooled = createPooledFetch();
 * const fleet = createFleet({ baseUrl, credentials, fetch: pooled.fetch });
 * // ...
 * fleet.dispose();
 * await pooled.close();
 * ```
 */
export function createPooledFetch(): PooledFetch {
  const agent = new Agent({
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Otherwise undici would use a longer time that the server names, up to 10 minutes.
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    pipelining: 1,
    // The signal of a request is its deadline.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  let closed: Promise<void> | undefined;
  return {
    async fetch(url, init) {
      if (closed === undefined) return send(agent, url, init);
      // undici's own error of a pool that has closed does not tell whether the request was sent.
      const cause = Object.assign(new Error('The pool of sockets is closed.'), { code: 'UND_ERR_CLOSED' });
      throw new TypeError('fetch failed', { cause });
    },
    close: () => (closed ??= agent.close()),
  };
}

/** Sends a request, once. Rejects like the standard fetch: with the reason of the signal, or a TypeError and its cause. */
function send(agent: Agent, url: string, { method = 'GET', headers, body, signal }: RequestInit): Promise<Response> {
  if (body !== undefined && body !== null && typeof body !== 'string')
    throw new TypeError('The body of a request must be a string.');
  // The client gives plain objects, except for a create.
  const named = headers && Symbol.iterator in headers ? Object.fromEntries(new Headers(headers)) : headers;
  const { origin, pathname, search } = new URL(url);
  const exchange = new Exchange(signal ?? undefined);
  agent.dispatch(
    {
      origin,
      path: pathname + search,
      method: method as Dispatcher.HttpMethod,
      headers: { ...named, 'user-agent': 'fleetglass' },
      body: body ?? null,
    },
    exchange,
  );
  return exchange.response;
}
