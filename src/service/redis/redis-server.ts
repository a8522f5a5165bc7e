import type { Clock } from '../../core/shared/clock.js';
import { deepEqual } from '../../core/shared/deep-equal.js';
import type { RedisData } from './redis-data.js';
import { findFreePort, isPort } from './redis-port.js';
import { RedisStartError, startRedisProcess, type RedisProcess } from './redis-process.js';
import { redisLimitsProblem, type RedisLimits } from './redis-settings.js';

/** The limits and the preferred port of a server. */
export interface RedisRequest extends RedisLimits {
  /** The preferred port. The server gets another port if this port is taken. */
  readonly port?: number | undefined;
}

/** The address where a server accepts connections. */
export interface RedisAddress {
  readonly host: string;
  readonly port: number;
}

/** The server of one database. The caller never runs `start` and `stop` concurrently. */
export interface RedisServer {
  /** The current port, or the port of the last run. */
  readonly port: number | undefined;
  start(request: RedisRequest): Promise<RedisAddress>;
  stop(): Promise<void>;
}

/** The resources that all servers share. */
export interface RedisServerContext {
  readonly binary: string;
  readonly home: RedisData;
  readonly clock: Clock;
  /** Aborts all starts. */
  readonly signal: AbortSignal;
  /** The ports of other databases, running or stopped. */
  readonly portsOfOthers: () => ReadonlySet<number>;
  readonly onNotice: (message: string) => void;
}

/** Another process may take a port between the search and the start. */
const MAX_TRIES = 5;

export function createRedisServer(id: string, context: RedisServerContext): RedisServer {
  let running: { readonly process: RedisProcess; readonly limits: RedisLimits } | undefined;
  let port: number | undefined;

  async function launch(limits: RedisLimits, wanted: number | undefined): Promise<RedisProcess> {
    const directory = await context.home.open(id);
    for (let tries = 1, next = wanted; ; tries++, next = undefined) {
      port = isPort(next) ? next : await findFreePort(context.portsOfOthers());
      try {
        return await startRedisProcess({ ...context, limits, place: { port, directory } });
      } catch (error) {
        if (!(error instanceof RedisStartError && error.portTaken) || tries === MAX_TRIES) throw error;
      }
    }
  }

  async function reportUnexpectedEnd(process: RedisProcess): Promise<void> {
    await process.gone;
    if (running?.process !== process) return;
    running = undefined;
    context.onNotice(
      `The redis-server of database ${id} ended unexpectedly. Its data is kept: setting its state to active starts it again.`,
    );
  }

  async function stop(): Promise<void> {
    const stopped = running;
    running = undefined;
    await stopped?.process.stop();
  }

  return {
    get port() {
      return port;
    },
    async start({ port: wanted = port, ...limits }) {
      const problem = redisLimitsProblem(limits);
      if (problem !== undefined) throw new Error(`no redis-server for database ${id}: ${problem}`);
      if (running === undefined || !deepEqual(running.limits, limits)) {
        await stop();
        const process = await launch(limits, wanted);
        running = { process, limits };
        void reportUnexpectedEnd(process);
      }
      return { host: '127.0.0.1', port: port as number };
    },
    stop,
  };
}
