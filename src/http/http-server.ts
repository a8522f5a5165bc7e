import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { NodeRequest, sendNodeResponse } from 'srvx/node';
import type { Clock } from '../core/shared/clock.js';
import { ConnectionDropped } from './connection-dropped.js';
import { lingerUntilRead } from './linger-until-read.js';
import { refuse } from './refuse.js';

/** Where to listen: on loopback only. */
export interface ListenOptions {
  /** @default 0, any free port */
  readonly port?: number;
  /** @default '127.0.0.1' */
  readonly host?: '127.0.0.1' | '::1';
}

/** Where to listen, for a server with `allowsAnyHost`. */
interface AnyListenOptions extends Omit<ListenOptions, 'host'> {
  /** An address or host name of this machine, such as `0.0.0.0`. @default '127.0.0.1' */
  readonly host?: string;
}

export interface HttpServerOptions {
  readonly handle: (request: Request) => Promise<Response>;
  readonly clock: Clock;
  /** The name of the server in error messages. @default 'service' */
  readonly name?: string;
  /** Whether the server may listen on other addresses than loopback. @default false */
  readonly allowsAnyHost?: boolean;
  /** How long a client may take to send a whole request, milliseconds. @default 30000 */
  readonly requestTimeoutMs?: number;
  /**
   * How long a client may read nothing of its answer before the server closes the connection, milliseconds. Node
   * detects this within twice that time.
   *
   * @default 10000
   */
  readonly writeTimeoutMs?: number;
}

export interface HttpServer {
  readonly url: string;
  readonly port: number;
  /** Closes the server and all connections, even connections in use. */
  close(): Promise<void>;
}

/**
 * Serves a handler of the fetch standard over HTTP/1.1, on loopback unless `allowsAnyHost` is set. On loopback, a
 * request must name a host of loopback. @throws Error when it cannot listen there
 */
export async function startHttpServer(
  options: HttpServerOptions,
  listenOptions: AnyListenOptions = {},
): Promise<HttpServer> {
  const { port = 0, host = '127.0.0.1' } = { __proto__: null, ...listenOptions } as AnyListenOptions;
  const { name = 'service' } = options;
  if (!options.allowsAnyHost && host !== '127.0.0.1' && host !== '::1')
    throw new Error(`The ${name} listens on 127.0.0.1 or ::1 only.`);
  const server = createNodeServer(options, isLoopback(host));
  try {
    server.listen({ port, host, exclusive: true });
    await once(server, 'listening');
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new Error(`The ${name} cannot listen on port ${port} of ${host}: ${PROBLEMS[code] ?? code}.`);
  }
  const bound = (server.address() as AddressInfo).port;
  return { url: `http://${inUrl(host)}:${bound}`, port: bound, close: () => close(server) };
}

/**
 * Serves a handler over a socket of the file system that only this user can open. The file must not exist.
 *
 * @throws Error when it cannot listen there.
 */
export async function startSocketServer(options: HttpServerOptions, path: string): Promise<Pick<HttpServer, 'close'>> {
  // No web page reaches a socket, so its requests may name any host.
  const server = createNodeServer(options, false);
  const mask = process.umask(0o177);
  try {
    // The file gets its mode here, before anyone can open it.
    server.listen(path);
  } finally {
    process.umask(mask);
  }
  await once(server, 'listening');
  return { close: () => close(server) };
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** How many requests of one connection may be without an answer. Browsers, fetch and curl send one at a time. */
const MAX_UNANSWERED = 16;

/** @param isLocal whether the server listens on loopback */
function createNodeServer(
  { handle, clock, name = 'service', requestTimeoutMs = 30_000, writeTimeoutMs = 10_000 }: HttpServerOptions,
  isLocal: boolean,
): Server {
  const server = createServer({
    requestTimeout: requestTimeoutMs,
    headersTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(requestTimeoutMs, 1000),
    // `refuseForeignHost` checks the header instead, and answers in JSON.
    requireHostHeader: false,
  });
  /** Refuses requests for other hosts on loopback. Rejects with `ConnectionDropped` only. */
  const answer = async (request: Request): Promise<Response> => {
    try {
      return (isLocal && refuseForeignHost(request)) || (await handle(request));
    } catch (error) {
      if (error instanceof ConnectionDropped || request.signal.aborted) throw new ConnectionDropped();
      return refuse(500, `the ${name} failed`);
    }
  };
  const unanswered = new WeakMap<Socket, number>();
  server.on('request', (incoming, outgoing) => {
    const { socket } = incoming;
    const earlier = unanswered.get(socket) ?? 0;
    // Otherwise a few kilobytes of requests could fill the memory with answers that the client never reads.
    if (earlier >= MAX_UNANSWERED) return void socket.destroy();
    unanswered.set(socket, earlier + 1);
    outgoing.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    // Closes the connection of a client that does not read. A client that still waits for its answer keeps it.
    outgoing.setTimeout(writeTimeoutMs, () => void (socket.writableLength > 0 && socket.destroy()));
    answer(new NodeRequest({ req: incoming, res: outgoing }))
      .then((response) => sendNodeResponse(outgoing, lingerUntilRead(response, incoming, clock)))
      // An injected fault dropped the request, or the connection failed.
      .catch(() => outgoing.destroy());
  });
  // For example, no file descriptor is left for a new connection. The next connection may succeed.
  server.on('error', () => {});
  return server;
}

/** The hosts of loopback, with any port. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

export function isLoopback(host: string): boolean {
  return LOOPBACK.test(inUrl(host));
}

/** An IPv6 address stands in brackets. */
function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * Refuses a request for a host other than this machine's loopback. Otherwise a web page could rebind its own name to
 * 127.0.0.1 (DNS rebinding) and use the server through its user's browser.
 *
 * @returns the refusal, or `undefined` for an accepted request.
 */
function refuseForeignHost({ headers, url }: Request): Response | undefined {
  const host = headers.get('host');
  if (host === null) return refuse(400, 'the Host header is missing');
  // A host in the request target overrides the header (RFC 9112, section 3.2.2). An invalid port makes the URL
  // invalid.
  const isLocal = LOOPBACK.test(host) && URL.canParse(url) && LOOPBACK.test(new URL(url).host);
  return !isLocal ? refuse(403, 'this host is not served here') : undefined;
}

const PROBLEMS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'it is in use',
  EACCES: 'this user may not',
  EADDRNOTAVAIL: 'this machine has no such address',
  ERR_SOCKET_BAD_PORT: 'expected a port from 0 to 65535',
};
