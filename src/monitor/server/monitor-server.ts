import { systemClock } from '../../core/shared/clock.js';
import { isLoopback, startHttpServer } from '../../http/http-server.js';
import { createAnswer, type Access, type ServedMonitor } from './answer.js';
import * as v from 'valibot';
import { inspectCredentials } from '../../core/wire/credentials.js';
import { parseOptions } from '../../core/shared/parse-options.js';
import { issueUnless, refuseIssues } from '../../core/shared/refuse-issues.js';
import type { FleetIssue } from '../../core/shared/fleet-error.js';

/** A server of the metrics, the alerts and the health of a monitor. */
export interface MonitorServer {
  readonly url: string;
  readonly port: number;
  /** A warning for the operator: other machines can read the metrics and alerts without a password or token. Absent otherwise. */
  readonly notice?: string;
  /** Closes the server and all connections, including those in use. */
  close(): Promise<void>;
}

/**
 * Serves `/metrics` for Prometheus, `/alerts` with the pending and firing alerts as an {@link AlertList}, and `/healthz` and
 * `/readyz` for the probes of an orchestrator. The monitor does not end the server.
 *
 * On loopback, a request must name a host of loopback: otherwise a web page could rebind its own name to this machine, and
 * read the answers. While the kept state is being read, `/alerts` answers 503.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option; Error if it cannot listen
 * @example
 * ```ts
 * const server = await startMonitorServer(monitor, { port: 9464 });
 * // ... later
 * await server.close();
 * ```
 */
export async function startMonitorServer(
  monitor: ServedMonitor,
  options: MonitorServerOptions = {},
): Promise<MonitorServer> {
  const { host, port, ...access } = parseServerOptions(options);
  const server = await startHttpServer(
    { handle: createAnswer(monitor, access), clock: systemClock, name: 'monitor', allowsAnyHost: true },
    { host, port },
  );
  const isOpen = access.credentials === undefined && access.token === undefined && !isLoopback(host);
  return { ...server, ...(isOpen && { notice: noticeFor(server.url) }) };
}

const noticeFor = (url: string): string =>
  `Every machine that reaches ${url} can read the metrics and alerts, with the names of all databases. Set a token, or a ` +
  'username and a password, or listen on 127.0.0.1.';

/** The options of `startMonitorServer`. */
export interface MonitorServerOptions {
  /**
   * The address or host name to listen on. `0.0.0.0` and `::` are all addresses of this machine.
   *
   * @default '127.0.0.1'
   */
  readonly host?: string | undefined;
  /** 0 for any free port. @default 9464 */
  readonly port?: number | undefined;
  /**
   * Requires HTTP Basic authentication for `/metrics` and `/alerts`. Set both or neither. `/healthz` and `/readyz` stay open, because
   * orchestrators probe without credentials.
   *
   * @default no authentication
   */
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /**
   * Requires this bearer token for `/metrics` and `/alerts`: letters, digits and `-._~+/=`. With a username and a password
   * too, a request needs one of both.
   *
   * @default no authentication
   */
  readonly token?: string | undefined;
}

export const A_TOKEN = 'a token of letters, digits and -._~+/=';

/** What RFC 6750 allows in a header. */
export const TOKEN = /^[\w.~+/=-]+$/;

const A_HOST = 'an address or a host name, such as "127.0.0.1"';
const A_PORT = 'a port, 0 to 65535';

const serverOptions = v.strictObject({
  host: v.optional(v.pipe(v.string(A_HOST), v.regex(/^[^\s\p{Cc}]{1,253}$/u, A_HOST)), '127.0.0.1'),
  port: v.optional(
    v.pipe(v.number(A_PORT), v.integer(A_PORT), v.minValue(0, A_PORT), v.maxValue(65_535, A_PORT)),
    9464,
  ),
  username: v.optional(v.string('a string')),
  password: v.optional(v.string('a string')),
  token: v.optional(v.pipe(v.string(A_TOKEN), v.regex(TOKEN, A_TOKEN))),
});

/** @throws FleetError `invalid-request`, whose `issues` name each invalid option */
function parseServerOptions(options: MonitorServerOptions): Access & { readonly host: string; readonly port: number } {
  const { host, port, username, password, token } = parseOptions('configure', serverOptions, options);
  if (username === undefined && password === undefined) return { host, port, token };
  refuseIssues('configure', inspectAccount(username, password));
  return { host, port, token, credentials: { username: username ?? '', password: password ?? '' } };
}

function inspectAccount(username: string | undefined, password: string | undefined): FleetIssue[] {
  const expected = 'expected both a username and a password, or neither';
  if (username === undefined || password === undefined)
    return [{ path: username === undefined ? 'username' : 'password', message: expected }];
  return [
    ...inspectCredentials({ username, password }).map(({ path, message }) => ({
      path: path.replace('credentials.', ''),
      message,
    })),
    ...issueUnless(password !== '', 'password', 'must not be empty'),
  ];
}
