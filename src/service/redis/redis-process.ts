import type { Clock } from '../../core/shared/clock.js';
import { startWatchdogShell, type WatchdogShell } from './watchdog-shell.js';
import { redisSettings, type RedisLimits, type RedisPlace } from './redis-settings.js';
import { redact } from '../../core/wire/redact.js';

/** Options of {@link startRedisProcess}. */
export interface RedisProcessOptions {
  /** The path of redis-server. */
  readonly binary: string;
  readonly limits: RedisLimits;
  readonly place: RedisPlace;
  readonly clock: Clock;
  /** Aborts a start. */
  readonly signal: AbortSignal;
}

/** A redis-server that accepts connections. */
export interface RedisProcess {
  /** Resolves when the process has ended, for any reason. */
  readonly gone: Promise<void>;
  /** Shuts the server down, and kills it after a grace period. Resolves when the process has ended. */
  stop(): Promise<void>;
}

/** A redis-server did not start. */
export class RedisStartError extends Error {
  readonly portTaken: boolean;

  constructor(reason: string, portTaken = false) {
    super(`redis-server did not start: ${reason}`);
    this.name = 'RedisStartError';
    this.portTaken = portTaken;
  }
}

/**
 * `$1` is redis-server. Redis reads its settings from descriptor 3, so that the password is on no command line and in
 * no file. The first line of the shell's input shuts Redis down. The end of the input kills Redis. The shell waits for
 * Redis: when the shell has ended, Redis has ended and its port is free. The last command kills the whole group,
 * including a background rewrite of Redis.
 */
const REDIS_SCRIPT = `
"$1" - <&3 3<&- 2>&1 &
redis=$!
exec 3<&- >/dev/null
read -r _ && kill "$redis" && read -r _
kill -KILL "$redis"
wait "$redis"
kill -KILL 0
`;

/** Long enough to load a large database. */
const START_LIMIT_MS = 30_000;

/** Redis needs milliseconds to shut down, unless a script or a debugger blocks it. */
const STOP_GRACE_MS = 5_000;

/** @throws RedisStartError without secrets. The process has ended then. */
export async function startRedisProcess(options: RedisProcessOptions): Promise<RedisProcess> {
  const { binary, limits, place, clock, signal } = options;
  const watchdog = await startWatchdogShell({
    script: REDIS_SCRIPT,
    parameter: binary,
    directory: place.directory,
    privateInput: redisSettings(limits, place),
  });
  linkEnds(watchdog);
  try {
    await acceptsConnections(watchdog, { clock, signal, password: limits.password });
  } catch (error) {
    watchdog.input.end();
    await watchdog.closed;
    throw error;
  }
  // The servers of a service that was not closed must not keep the process alive.
  watchdog.hold(false);
  return { gone: watchdog.closed, stop: () => stop(watchdog, clock) };
}

/** Ends Redis with its shell, and the shell with Redis. */
function linkEnds({ shell, input, output }: WatchdogShell): void {
  output.once('end', () => input.end());
  shell.once('exit', () => {
    // The output is still open: the shell was killed, and Redis is still running.
    if (!output.readableEnded && shell.pid !== undefined) killGroup(shell.pid);
  });
}

function killGroup(id: number): void {
  try {
    process.kill(-id, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
}

interface StartWatch {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly password: string;
}

function acceptsConnections({ output, closed }: WatchdogShell, { clock, signal, password }: StartWatch): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const onOutput = (chunk: string): void => {
      said += chunk;
      if (reportsReady(said)) settle(resolve);
    };
    const fail = (reason: string): void => settle(() => reject(new RedisStartError(reason, reportsPortTaken(said))));
    const onAbort = (): void => fail('the service is closing');
    const cancelLimit = clock.schedule(() => fail(`not ready after ${START_LIMIT_MS / 1000} s`), START_LIMIT_MS);
    const settle = (how: () => void): void => {
      cancelLimit();
      signal.removeEventListener('abort', onAbort);
      // Without a listener the stream keeps flowing. Redis would block if its output were not read.
      output.off('data', onOutput);
      how();
    };
    output.setEncoding('utf8').on('data', onOutput);
    void closed.then(() => fail(lastOutputLine(said, password)));
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
  });
}

async function stop({ input, closed, hold }: WatchdogShell, clock: Clock): Promise<void> {
  hold(true);
  input.write('\n');
  const cancelGrace = clock.schedule(() => input.end(), STOP_GRACE_MS);
  await closed;
  cancelGrace();
}

/** `4711:M 21 Nov 2026 11:00:00.123 # ` */
const PREFIX = /^\d+:\w \d+ \w+ \d{4} [\d:.]+ \S /;

/** Whether the output reports that the server accepts connections. */
export function reportsReady(output: string): boolean {
  return output.includes('Ready to accept connections');
}

/** Whether the output reports that another process has the port. */
export function reportsPortTaken(output: string): boolean {
  return /address already in use/i.test(output);
}

/** The last line of the output. Lines that quote a setting are left out, because the setting may be the password. */
export function lastOutputLine(output: string, password: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('>>>'));
  const last = lines.at(-1);
  if (last === undefined) return 'it printed nothing';
  // A password that is too short to be found in a text leaves nothing of the text.
  return redact(last.replace(PREFIX, ''), [password]) || 'its output may contain the password';
}
