import { systemClock } from '../../core/shared/clock.js';
import { isLoopback, startHttpServer } from '../../http/http-server.js';
import { createAnswer, type ServedMonitor } from './answer.js';
import { parseServerOptions, type MonitorServerOptions } from './server-options.js';

/** A server of the metrics and the health of a monitor. */
export interface MonitorServer {
  readonly url: string;
  readonly port: number;
  /** A warning for the operator: other machines can read the metrics without a password. Absent otherwise. */
  readonly notice?: string;
  /** Closes the server and all connections, including those in use. */
  close(): Promise<void>;
}

/**
 * Serves `/metrics` for Prometheus, and `/healthz` and `/readyz` for the probes of an orchestrator. The monitor does not
 * end the server.
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
  const { host, port, credentials } = parseServerOptions(options);
  const server = await startHttpServer(
    { handle: createAnswer(monitor, credentials), clock: systemClock, name: 'monitor', allowsAnyHost: true },
    { host, port },
  );
  const isOpen = credentials === undefined && !isLoopback(host);
  return { ...server, ...(isOpen && { notice: noticeFor(server.url) }) };
}

const noticeFor = (url: string): string =>
  `Every machine that reaches ${url} can read the metrics, with the names of all databases. Set a username and a ` +
  'password, or listen on 127.0.0.1.';
