import { createSequence } from '../../../core/shared/sequence.js';
import { systemClock } from '../../../index.js';
import { createPooledFetch, type PooledFetch } from '../../../monitor/fetch/pooled-fetch.js';
import { startMonitorServer, type MonitorServer } from '../../../monitor/server/monitor-server.js';
import { proxyVariable } from '../../terminal/use-proxy.js';
import { ConfigError, describeProblems } from '../config/config-problem.js';
import { readConfig, type WatchConfig } from '../config/read-config.js';
import type { ConfigFlags } from '../config/inspect-config.js';
import type { WatchLog } from '../log/watch-log.js';
import type { ConfigFiles } from './config-files.js';
import { openControl } from './open-control.js';
import { openState } from './open-state.js';
import { createReloadStatus, type ReloadStatus } from './reload-metrics.js';
import { startSession, type Session } from './session.js';

export interface DaemonOptions {
  readonly config: WatchConfig;
  readonly flags: ConfigFlags;
  readonly files: ConfigFiles;
  readonly env: NodeJS.ProcessEnv;
  readonly watchLog: WatchLog;
  readonly startsWhenFull: boolean;
}

export class Daemon {
  readonly #options: DaemonOptions;
  readonly #pool: PooledFetch;
  readonly #reloads: ReloadStatus;
  #config: WatchConfig;
  #session: Session | undefined;
  #server: MonitorServer | undefined;
  #closeControl = async (): Promise<void> => {};
  /** Reloads run one after the other, and the end after them. */
  readonly #inOrder = createSequence();
  readonly #ended = new AbortController();

  private constructor(options: DaemonOptions) {
    this.#options = options;
    this.#config = options.config;
    this.#reloads = createReloadStatus(systemClock, options.config.metrics.labels);
    // The pooled fetch takes a quarter of the processor time, but uses no proxy.
    this.#pool = proxyVariable(options.env) === undefined ? createPooledFetch() : platformFetch;
  }

  static async start(options: DaemonOptions): Promise<Daemon> {
    const daemon = new Daemon(options);
    const { config, files, startsWhenFull, watchLog } = options;
    const { log } = watchLog;
    const onFull = (message: string): void => log('error', 'state-unavailable', { message });
    const state = await openState(config.state, startsWhenFull ? onFull : undefined);
    try {
      daemon.#session = await startSession(config, state, daemon.#pool.fetch, watchLog);
      const served = daemon.#reloads.addTo(daemon.#session.monitor);
      const { username, password, token } = config.metrics;
      if (config.listen !== false)
        daemon.#server = await startMonitorServer(served, { ...config.listen, username, password, token });
      const notice = daemon.#server?.notice;
      if (notice !== undefined) log('warn', 'metrics-open', { message: notice });
      daemon.#closeControl = await openControl(config.state, served, log);
      void files.watch(daemon.reload, daemon.#ended.signal);
      return daemon;
    } catch (error) {
      await daemon.#end();
      await state.close();
      throw error;
    }
  }

  get session(): Session {
    return this.#session as Session;
  }

  get metricsUrl(): string | undefined {
    return this.#server?.url;
  }

  /**
   * Reads the configuration again. If the service refused the account or did not answer, it is asked again at once. A
   * wrong file changes nothing. Never rejects.
   */
  readonly reload = (): Promise<void> =>
    this.#inOrder(async () => (this.#ended.signal.aborted ? undefined : this.#readConfigAgain()));

  async stop(): Promise<void> {
    this.#ended.abort();
    await this.#inOrder(() => this.#end());
    await this.#pool.close();
  }

  /** Stops the parts that have started. The metrics are served until the session has ended. */
  async #end(): Promise<void> {
    const { log } = this.#options.watchLog;
    const failed = ({ message }: Error): void => log('error', 'internal-error', { message });
    await this.#closeControl().catch(failed);
    await this.#session?.stop().catch(failed);
    await this.#server?.close().catch(failed);
  }

  async #readConfigAgain(): Promise<void> {
    const { flags, env, files, watchLog } = this.#options;
    const { fleet, changes } = this.session;
    const { log } = watchLog;
    try {
      const next = await readConfig(flags, env, files.begin());
      // Settings that need a restart keep the secrets of the start.
      watchLog.hide([this.#options.config, this.#config, next].flatMap(({ secrets }) => secrets));
      this.#reloads.record(true);
      // This service must not get the account and the ids of another one.
      if (next.baseUrl !== this.#config.baseUrl) {
        const message = 'the service has another address, so nothing of the file is used before a restart';
        return log('warn', 'restart-needed', { members: ['service.baseUrl'], message });
      }
      const changed = changedMembers(this.#config, next).filter((name) => Object.hasOwn(changes, name));
      const needRestart = changedMembers(this.#options.config, next).filter((name) => !Object.hasOwn(changes, name));
      for (const [name, change] of Object.entries(changes)) if (changed.includes(name)) change(next);
      // The operator may have corrected the account or the service, and not the configuration. A person's pause stays.
      if (fleet.polling.status.value.reason?.code !== 'requested') fleet.polling.resume();
      this.#config = next;
      log('info', 'config-reloaded', { file: flags.config, changed });
      if (needRestart.length > 0)
        log('warn', 'restart-needed', { members: needRestart, message: 'these changes need a restart' });
    } catch (error) {
      this.#reloads.record(false);
      const problems =
        error instanceof ConfigError ? describeProblems(flags.config, error.problems) : [(error as Error).message];
      log('error', 'config-refused', { problems, message: 'the previous configuration stays in use' });
    }
  }
}

const platformFetch: PooledFetch = { fetch: (url, init) => fetch(url, init), close: async () => {} };

/** The settings by the names that the documentation gives them. */
function membersOf(config: WatchConfig): Readonly<Record<string, unknown>> {
  const { folder: _, secrets: __, listen: ___, baseUrl, service, polling, log, ...sections } = config;
  const parts = Object.entries({ service: { baseUrl, timeout: service.timeout }, polling, log });
  const split = parts.flatMap(([section, members]) =>
    Object.entries(members).map(([member, value]) => [`${section}.${member}`, value] as const),
  );
  return { ...sections, ...Object.fromEntries(split) };
}

/** Compares texts: both come from the same reader, so equal values have equal texts, unless members were reordered. */
function changedMembers(before: WatchConfig, after: WatchConfig): string[] {
  const [was, is] = [membersOf(before), membersOf(after)];
  const names = new Set([...Object.keys(is), ...Object.keys(was)]);
  return [...names].filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]));
}
