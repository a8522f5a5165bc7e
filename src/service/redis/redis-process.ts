import type { Clock } from '../../core/shared/clock.js';
import { openLifeline, type Lifeline } from './redis-lifeline.js';
import { lastWords, saysPortTaken, saysReady } from './redis-output.js';
import { redisSettings, type RedisLimits, type RedisPlace } from './redis-settings.js';

/** What one redis-server is started with. */
export interface RedisProcessOptions {
  /** The file of redis-server. */
  readonly binary: string;
  readonly limits: RedisLimits;
  readonly place: RedisPlace;
  readonly clock: Clock;
  /** Ends a start that is under way. */
  readonly signal: AbortSignal;
}

/** A redis-server that accepts connections. */
export interface RedisProcess {
  /** Resolves when it is gone, whatever the reason. */
  readonly gone: Promise<void>;
  /** Lets it end in order; after a grace it is killed. Resolves when it is gone. */
  stop(): Promise<void>;
}

/** Why a redis-server did not start. */
export class RedisStartError extends Error {
  readonly portTaken: boolean;

  constructor(reason: string, portTaken = false) {
    super(`redis-server did not start: ${reason}`);
    this.name = 'RedisStartError';
    this.portTaken = portTaken;
  }
}

/**
 * `$1` is redis-server. It reads its settings from descriptor 3, so that the password is on no command line and in no
 * file. A first line on the lifeline asks Redis to end in order; the end of the lifeline kills it. It is reaped here:
 * when this shell is gone, so is Redis, and its port is free. Last goes the whole group, with a rewrite that Redis may
 * have left.
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

/** Reading back a large database takes its time; a start that hangs must still end. */
const START_LIMIT_MS = 30_000;

/** What Redis needs to end in order is milliseconds, unless a script or a debugger holds it. */
const STOP_GRACE_MS = 5_000;

/** @throws RedisStartError with no secret in it; then nothing of the server is left. */
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
  // A service that nobody closed must not hang at its end for the sake of its databases.
  lifeline.hold(false);
  return { gone: lifeline.closed, stop: () => stop(lifeline, clock) };
}

/** Neither Redis nor its shell outlives the other. */
function endTogether({ shell, input, output }: Lifeline): void {
  output.once('end', () => input.end());
  shell.once('exit', () => {
    // Redis holds the output open: the shell was killed, and its group is still there.
    if (!output.readableEnded && shell.pid !== undefined) killGroup(shell.pid);
  });
}

function killGroup(id: number): void {
  try {
    process.kill(-id, 'SIGKILL');
  } catch {
    // It is gone already.
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
      // Without a listener the stream flows on. It has to: Redis would stand still if nobody took what it says.
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
