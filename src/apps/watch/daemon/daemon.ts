import type { Credentials } from '../../../core/wire/credentials.js';
import type { Clock } from '../../../core/shared/clock.js';
import type { FleetError } from '../../../core/shared/fleet-error.js';
import { createPooledFetch } from '../../../monitor/fetch/pooled-fetch.js';
import type { MonitorLog } from '../../../monitor/log/monitor-log.js';
import { startMonitorServer, type MonitorServer } from '../../../monitor/server/monitor-server.js';
import { ConfigError, describeProblems } from '../config/config-problem.js';
import { readConfig } from '../config/read-config.js';
import type { ConfigFlags } from '../config/inspect-config.js';
import type { WatchConfig } from '../config/read-config.js';
import type { WatchLog } from '../log/watch-log.js';
import { compareConfigs } from './compare-configs.js';
import { isFull, openState, type WatchState } from './open-state.js';
import { refreshCredentials } from './refresh-credentials.js';
import { startSession, type Session } from './session.js';

export interface DaemonOptions {
  readonly config: WatchConfig;
  readonly flags: ConfigFlags;
  readonly env: NodeJS.ProcessEnv;
  readonly watchLog: WatchLog;
  readonly clock: Clock;
  /** Called if the daemon cannot go on. */
  readonly onFatal: (error: unknown) => void;
  /** Whether to start without the state while its disk is full. */
  readonly startsWithoutState: boolean;
}

/** A running daemon. */
export interface Daemon {
  readonly session: Session;
  /** Address of the metrics; absent without a server. */
  readonly metricsUrl: string | undefined;
  /**
   * Reads the configuration again, and tries a service again at once that refused the account or did not answer. A wrong
   * file changes nothing. Never rejects.
   */
  reload(): Promise<void>;
  stop(): Promise<void>;
}

/** How often a full disk is tried again. */
const RETRY_MS = 30_000;

/**
 * Starts everything that a configuration describes. The service need not answer.
 *
 * @throws FleetError `in-use`, `storage`
 * @throws Error if the address of the metrics is in use
 */
export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  const { flags, env, watchLog, clock } = options;
  const { log } = watchLog;
  let { config } = options;
  const pool = createPooledFetch();
  /** Starts, reloads and stops run one after the other. */
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const next = turn.then(task);
    turn = next.catch(() => {});
    return next;
  };
  let isStopping = false;
  let cancelRetry = (): void => {};
  let stopRefresh = (): void => {};
  let server: MonitorServer | undefined;

  async function begin(state: WatchState | undefined): Promise<Session> {
    try {
      const begun = await startSession({ config, state, fetch: pool.fetch, clock, log });
      server = await startServer(begun, config, log).catch(async (error: Error) => {
        await begun.stop();
        throw error;
      });
      stopRefresh = refreshCredentials({ fleet: begun.fleet, clock, read: readAccount, onChanged });
      return begun;
    } catch (error) {
      await state?.close();
      throw error;
    }
  }

  async function end(ending: Session): Promise<void> {
    stopRefresh();
    await ending.stop();
    await server?.close();
  }

  async function readAccount(): Promise<Credentials | undefined> {
    const { credentials } = await readConfig(flags, env);
    return JSON.stringify(credentials) === JSON.stringify(config.credentials) ? undefined : credentials;
  }

  function onChanged(credentials: Credentials): void {
    config = { ...config, credentials, secrets: [...config.secrets, credentials.password] };
    watchLog.hide(config.secrets);
    session.setCredentials(credentials);
    log('info', 'credentials-changed', { message: 'the secret files changed after the service refused the account' });
  }

  function retryState(): void {
    cancelRetry = clock.schedule(() => void inTurn(useState).catch(options.onFatal), RETRY_MS);
  }

  /** Starts again with the state as soon as its disk has room. */
  async function useState(): Promise<void> {
    if (isStopping) return;
    const state = await openState(config.state).catch(() => undefined);
    if (state === undefined) return retryState();
    await end(session);
    session = await begin(state);
    log('info', 'state-available', { message: 'the state directory works again; everything is kept from now on' });
  }

  const state = await openState(config.state).catch(async (error: FleetError) => {
    if (!options.startsWithoutState || !(await isFull(config.state, error))) throw error;
    log('error', 'state-unavailable', { message: error.message });
    return undefined;
  });
  let session = await begin(state);
  if (state === undefined) retryState();

  async function reload(): Promise<void> {
    try {
      const next = await readConfig(flags, env);
      const { changed, needRestart } = compareConfigs(config, next);
      watchLog.hide([...config.secrets, ...next.secrets]);
      session.apply(next, changed);
      // The operator may have mended the account or the service, and not the configuration.
      session.fleet.polling.resume();
      watchLog.setLevel(next.log.level);
      // The members that need a restart stay as they are, so that the next comparison names them again.
      const { credentials, ids, rules, channels, secrets, folder } = next;
      const polling = { ...config.polling, cadence: next.polling.cadence };
      config = { ...config, credentials, ids, rules, channels, secrets, folder, polling, log: next.log };
      log('info', 'config-reloaded', { file: flags.config, changed });
      if (needRestart.length > 0)
        log('warn', 'restart-needed', { members: needRestart, message: 'these changes need a restart' });
    } catch (error) {
      logRefusal(error as Error, log);
    }
  }

  return {
    get session() {
      return session;
    },
    get metricsUrl() {
      return server?.url;
    },
    reload: () => inTurn(async () => (isStopping ? undefined : reload())),
    async stop() {
      isStopping = true;
      cancelRetry();
      await inTurn(() => end(session));
      await pool.close();
    },
  };
}

function logRefusal(error: Error, log: MonitorLog): void {
  const problems = error instanceof ConfigError ? describeProblems(error.file, error.problems) : [error.message];
  log('error', 'config-refused', { problems, message: 'the previous configuration stays in use' });
}

async function startServer(
  { monitor }: Session,
  config: WatchConfig,
  log: MonitorLog,
): Promise<MonitorServer | undefined> {
  if (config.listen === false) return undefined;
  const { username, password } = config.metrics;
  const server = await startMonitorServer(monitor, { ...config.listen, username, password });
  if (server.notice !== undefined) log('warn', 'metrics-open', { message: server.notice });
  return server;
}
