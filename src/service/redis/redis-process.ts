import type { Clock } from '../../core/shared/clock.js';
import { openLifeline, type Lifeline } from './redis-lifeline.js';
import { lastWords, saysPortTaken, saysReady } from './redis-output.js';
import { redisSettings, type RedisLimits, type RedisPlace } from './redis-settings.js';

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
 * no file. A first line on the lifeline shuts Redis down. The end of the lifeline kills Redis. The shell waits for
 * Redis: when the shell has ended, Redis has ended and its port is free. The last command kills the whole group,
 * including a background rewrite of Redis.
 */
const WATCHDOG = `
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
  const lifeline = await openLifeline({
    script: WATCHDOG,
    parameter: binary,
    directory: place.directory,
    letter: redisSettings(limits, place),
  });
  endTogether(lifeline);
  try {
    await acceptsConnections(lifeline, { clock, signal, password: limits.password });
  } catch (error) {
    lifeline.input.end();
    await lifeline.closed;
    throw error;
  }
  // The servers of a service that was not closed must not keep the process alive.
  lifeline.hold(false);
  return { gone: lifeline.closed, stop: () => stop(lifeline, clock) };
}

/** Ends Redis with its shell, and the shell with Redis. */
function endTogether({ shell, input, output }: Lifeline): void {
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

function acceptsConnections({ output, closed }: Lifeline, { clock, signal, password }: StartWatch): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const onOutput = (chunk: string): void => {
      said += chunk;
      if (saysReady(said)) settle(resolve);
    };
    const fail = (reason: string): void => settle(() => reject(new RedisStartError(reason, saysPortTaken(said))));
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
    void closed.then(() => fail(lastWords(said, password)));
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
  });
}

async function stop({ input, closed, hold }: Lifeline, clock: Clock): Promise<void> {
  hold(true);
  input.write('\n');
  const cancelGrace = clock.schedule(() => input.end(), STOP_GRACE_MS);
  await closed;
  cancelGrace();
}
