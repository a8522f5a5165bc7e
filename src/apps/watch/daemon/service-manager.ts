import { spawn } from 'node:child_process';
import type { Clock } from '../../../index.js';
import type { MonitorLog } from '../../../monitor/log/monitor-log.js';

export interface ServiceManagerOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly clock: Clock;
  readonly log: MonitorLog;
  /** Whether the process works. If not, no keep-alive is sent, and systemd restarts the process. */
  readonly isAlive: () => boolean;
}

/**
 * Tells systemd that the service is ready, and that it lives, if the unit has `Type=notify` and `WatchdogSec`. Node has no
 * datagram sockets, so the program `systemd-notify` sends each message.
 *
 * @returns a function that tells that the service stops
 * @see https://www.freedesktop.org/software/systemd/man/latest/sd_notify.html
 */
export function tellServiceManager({ env, clock, log, isAlive }: ServiceManagerOptions): () => void {
  const { NOTIFY_SOCKET, PATH, WATCHDOG_USEC, WATCHDOG_PID } = env;
  if (NOTIFY_SOCKET === undefined) return () => {};
  let hasFailed = false;
  let cancel = (): void => {};

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

  function keepAlive(everyMs: number): void {
    cancel = clock.schedule(() => {
      if (isAlive()) send('WATCHDOG=1');
      keepAlive(everyMs);
    }, everyMs);
  }

  send('READY=1');
  // The variables of a parent process do not count.
  const isForThis = WATCHDOG_PID === undefined || Number(WATCHDOG_PID) === process.pid;
  const watchdogMs = Number(WATCHDOG_USEC) / 1000;
  if (isForThis && watchdogMs > 0) keepAlive(watchdogMs / 3);
  return () => {
    cancel();
    send('STOPPING=1');
  };
}
