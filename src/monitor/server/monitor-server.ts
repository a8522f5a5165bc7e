import { systemClock } from '../../core/shared/clock.js';
import { isLoopback, startHttpServer } from '../../http/http-server.js';
import { createAnswer, type ServedMonitor } from './answer.js';
import * as v from 'valibot';
import { finite } from '../../core/shared/option-schemas.js';
import { parseOptions } from '../options/parse-options.js';
import { inspectPassword, passwordEntries } from '../channels/http-channel.js';
import { checkMembers, matching } from '../rules/check-members.js';

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
 * On loopback, a request must name a host of loopback. Otherwise a web page could rebind its own name to this machine,
 * and read the answers. While the kept state is being read, `/alerts` answers 503.
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
  const { host, port, ...access } = parseOptions(serverOptions, options);
  const server = await startHttpServer(
    { handle: createAnswer(monitor, access), clock: systemClock, name: 'monitor', allowsAnyHost: true },
    { host, port },
  );
  const isOpen = access.password === undefined && access.token === undefined && !isLoopback(host);
  const notice =
    `Every machine that reaches ${server.url} can read the metrics and alerts, with the names of all databases. Set ` +
    'a token, or a username and a password, or listen on 127.0.0.1.';
  return { ...server, ...(isOpen && { notice }) };
}

/** The options of `startMonitorServer`. */
export interface MonitorServerOptions {
  /**
   * The address or host name to listen on. `0.0.0.0` and `::` are all addresses of this machine.
   * @default '127.0.0.1'
   */
  readonly host?: string | undefined;
  /** 0 for any free port. @default 9464 */
  readonly port?: number | undefined;
  /**
   * Requires HTTP Basic authentication for `/metrics` and `/alerts`. Set both or neither. `/healthz` and `/readyz` stay
   * open, because orchestrators probe without credentials. @default no authentication
   */
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /**
   * Requires this bearer token for `/metrics` and `/alerts`: letters, digits and `-._~+/=`. With a username and a
   * password too, a request needs one of both. @default no authentication
   */
  readonly token?: string | undefined;
}

const A_TOKEN = 'a token of letters, digits and -._~+/=';

/** The characters that RFC 6750 allows in a header. */
export const TOKEN = /^[\w.~+/=-]+$/;

export const serverOptions = v.pipe(
  v.strictObject({
    host: v.optional(matching(/^[^\s\p{Cc}]{1,253}$/u, 'an address or a host name, such as "127.0.0.1"'), '127.0.0.1'),
    port: v.optional(
      finite('a port, 0 to 65535', (port) => Number.isInteger(port) && port >= 0 && port <= 65_535),
      9464,
    ),
    ...passwordEntries,
    token: v.optional(matching(TOKEN, A_TOKEN)),
  }),
  checkMembers((given) => [
    ...inspectPassword(given),
    ...(given.password === '' ? [[['password'], 'a password that is not empty'] as const] : []),
  ]),
);
