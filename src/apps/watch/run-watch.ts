import { systemClock } from '../../core/shared/clock.js';
import type { CommandIo } from '../terminal/command-io.js';
import { aborted, repeat, untilStopped } from '../terminal/stopping.js';
import { readConfig, type WatchConfig } from './config/read-config.js';
import type { ConfigFlags } from './config/inspect-config.js';
import { ConfigFiles } from './daemon/config-files.js';
import { Daemon } from './daemon/daemon.js';
import { statePaths } from './daemon/open-state.js';
import type { Session } from './daemon/session.js';
import { createLineWriter, createLogFile, isJournal } from './log/line-writer.js';
import { createWatchLog, type WatchLog } from './log/watch-log.js';
import { spawn } from 'node:child_process';
import type { MonitorLog } from '../../monitor/log/monitor-log.js';

/** Shows a session on the terminal until the user quits or the signal aborts. */
export type ShowSession = (session: Session, config: WatchConfig, signal: AbortSignal) => Promise<void>;

/** The end of the process must come within five seconds of SIGTERM. */
const STOP_WITHIN_MS = 4500;

/** A reader of the log that does not read must not delay the end. */
const FLUSH_WITHIN_MS = 200;

/**
 * Runs the daemon until SIGTERM or SIGINT. SIGHUP reads the configuration again at once. A second SIGTERM or SIGINT
 * ends the process at once. With `show`, the log is in a file and not on stdout, and SIGHUP ends the command.
 */
export async function runWatch(io: CommandIo, flags: ConfigFlags, show: ShowSession | undefined): Promise<void> {
  const signals: NodeJS.Signals[] | undefined = show === undefined ? ['SIGINT', 'SIGTERM'] : undefined;
  // Listens for signals before anything else, so that no early signal is missed.
  await untilStopped(io, (signal) => watch(io, flags, show, signal), signals);
}

async function watch(io: CommandIo, flags: ConfigFlags, show: ShowSession | undefined, signal: AbortSignal) {
  let reload: (() => Promise<void>) | undefined;
  // During the start, a SIGHUP has no effect: the daemon notices by itself what has changed since the file was read.
  const onHangup = (): void => void reload?.();
  // The listener stays until the process has ended: a late SIGHUP must not change the exit code.
  if (show === undefined) (io.signals ?? process).on('SIGHUP', onHangup);

  const files = new ConfigFiles();
  const config = await readConfig(flags, io.env, files.begin());
  const writer = show === undefined ? createLineWriter(io.stdout) : createLogFile(statePaths.log(config.state));
  const watchLog = createWatchLog(writer, config.log.level, {
    format: config.log.format,
    hasPriorities: show === undefined && isJournal(io.stdout, io.env),
  });
  watchLog.hide(config.secrets);
  const crash = (error: unknown): void => reportCrash(io, watchLog, error);
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  try {
    const starting = Daemon.start({ config, flags, files, env: io.env, watchLog, startsWhenFull: show === undefined });
    // Reading the state of a large fleet takes minutes. A signal must not wait for it.
    await Promise.race([starting, aborted(signal)]);
    if (signal.aborted) return await end(starting, watchLog);
    const daemon = await starting;
    reload = daemon.reload;
    const { rules, channels, ids, baseUrl, state } = config;
    watchLog.log('info', 'started', {
      pid: process.pid,
      baseUrl,
      state,
      metrics: daemon.metricsUrl ?? 'off',
      databases: daemon.session.fleet.databases.tracked.value.length,
      rules: rules.length,
      channels: channels.length,
      idSources: ids.length,
    });
    const { log } = watchLog;
    const isAlive = (): boolean => daemon.session.monitor.health().failures.length === 0;
    const stopping = notifyServiceManager(io.env, log, isAlive);
    try {
      await (show === undefined ? aborted(signal) : show(daemon.session, config, signal));
    } finally {
      stopping();
      await end(starting, watchLog);
    }
  } finally {
    process.off('uncaughtException', crash);
    process.off('unhandledRejection', crash);
  }
}

async function end(starting: Promise<Daemon>, { log }: WatchLog): Promise<void> {
  log('info', 'stopping');
  const stopping = starting.then((daemon) => daemon.stop());
  const isStopped = await within(STOP_WITHIN_MS, stopping);
  if (isStopped) return log('info', 'stopped');
  log('warn', 'stop-incomplete', { message: 'something did not end in time; it is continued at the next start' });
  // Exits although something still runs, but not before the failure of a board is printed.
  systemClock.schedule(() => process.exit(), FLUSH_WITHIN_MS);
}

export async function flush({ stdout }: CommandIo): Promise<void> {
  if (stdout.writableLength > 0)
    await within(FLUSH_WITHIN_MS, new Promise<void>((resolve) => stdout.write('', () => resolve())));
}

async function within(limitMs: number, task: Promise<void>): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const cancel = systemClock.schedule(() => resolve(false), limitMs);
    task.then(() => resolve(true), reject).finally(cancel);
  });
}

/** The state of the process after an unexpected error is unknown. The service manager starts a new process. */
function reportCrash(io: CommandIo, { log }: WatchLog, error: unknown): void {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const frames = stack.split('\n').filter((line) => /^ +at /.test(line));
  log('error', 'crashed', { error: name, message, stack: frames.map((frame) => frame.trim()) });
  void flush(io).then(() => process.exit(1));
}

/**
 * Tells systemd that the service is ready, and that it works, if the unit has `Type=notify` and `WatchdogSec`. Node has
 * no datagram sockets, so the program `systemd-notify` sends each message.
 * @param isAlive if it returns `false`, no keep-alive is sent, and systemd restarts the process
 * @returns a function that tells systemd that the service stops
 * @see https://www.freedesktop.org/software/systemd/man/latest/sd_notify.html
 */
function notifyServiceManager(env: NodeJS.ProcessEnv, log: MonitorLog, isAlive: () => boolean): () => void {
  const { NOTIFY_SOCKET, PATH, WATCHDOG_USEC, WATCHDOG_PID } = env;
  if (NOTIFY_SOCKET === undefined) return () => {};
  let hasFailed = false;

  function failed(reason: string): void {
    if (!hasFailed) log('warn', 'notify-failed', { message: `systemd-notify ${reason}` });
    hasFailed = true;
  }

  function send(message: string): void {
    const child = spawn('systemd-notify', [message], { stdio: 'ignore', env: { PATH, NOTIFY_SOCKET } });
    child.once('error', ({ message: reason }) => failed(`cannot be started: ${reason}`));
    child.once('exit', (code) => code !== 0 && failed(`ended with code ${code}`));
    child.unref();
  }

  function keepAlive(): void {
    if (isAlive()) send('WATCHDOG=1');
  }

  send('READY=1');
  // The variables of a parent process do not count.
  const isForThis = WATCHDOG_PID === undefined || Number(WATCHDOG_PID) === process.pid;
  const watchdogMs = Number(WATCHDOG_USEC) / 1000;
  const stop = isForThis && watchdogMs > 0 ? repeat(systemClock, watchdogMs / 3, keepAlive) : undefined;
  return () => {
    stop?.();
    send('STOPPING=1');
  };
}
