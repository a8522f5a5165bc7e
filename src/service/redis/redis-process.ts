import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Clock } from '../../core/shared/clock.js';
import { unlessAborted } from '../../core/shared/on-abort.js';
import { redact } from '../../core/wire/redact.js';
import { redisSettings, type RedisLimits, type RedisPlace } from './redis-settings.js';

export interface RedisProcessOptions {
  readonly limits: RedisLimits;
  readonly place: RedisPlace;
  /** A folder that is removed if this process ends without stopping the server. */
  readonly temporary: string | undefined;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export type RedisProcess = Awaited<ReturnType<typeof startRedisProcess>>;

export class RedisStartError extends Error {
  readonly portTaken: boolean;

  constructor(reason: string, portTaken = false) {
    super(`redis-server did not start: ${reason}`);
    this.name = 'RedisStartError';
    this.portTaken = portTaken;
  }
}

/**
 * Runs redis-server until the shell's input has a line or ends. Only this process holds the other end of the input,
 * so the system ends the input when this process ends in any way. Then the folder `$1` is removed too. The settings
 * come from descriptor 3, so that the password is on no command line, in no environment and in no file. The last command
 * kills the whole group, including a background rewrite of Redis. The PATH may hold nothing but redis-server.
 */
const SCRIPT = `
redis-server - <&3 3<&- 2>&1 &
redis=$!
exec 3<&- >/dev/null
PATH=$PATH:/usr/bin:/bin
read -r _ || lost=$1
kill -KILL "$redis"
wait
[ -z "$lost" ] || rm -rf -- "$lost"
kill -KILL 0
`;

/** Long enough to load a large database. */
const START_LIMIT_MS = 30_000;

/** @throws RedisStartError without secrets. The process has ended then. */
export async function startRedisProcess(options: RedisProcessOptions) {
  const { limits, place, temporary = '' } = options;
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'sh', temporary], {
    cwd: place.directory,
    // Ctrl-C does not reach a group of its own, so the service ends its servers itself.
    detached: true,
    // The environment may hold secrets of the service.
    env: { PATH: process.env['PATH'] },
    stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
  });
  /** Resolves when the process has ended, for any reason. */
  const gone = new Promise<void>((resolve) => void shell.once('close', () => resolve()));
  await once(shell, 'spawn');
  const [input, output, settings] = [shell.stdin, shell.stdout, shell.stdio[3]] as unknown as [Socket, Socket, Socket];
  // Writing to a shell that has ended fails. `gone` reports the end.
  for (const pipe of [input, settings]) pipe.on('error', () => {});
  settings.end(redisSettings(limits, place));
  // The shell may keep the other end open after reading.
  settings.destroySoon();
  const kill = (): void => void input.end('\n');
  // Redis held the output, and has ended. The shell ends with it.
  output.once('end', kill);
  shell.once('exit', () => {
    try {
      // The shell was killed, and Redis is still running.
      if (!output.readableEnded && shell.pid !== undefined) process.kill(-shell.pid, 'SIGKILL');
    } catch {
      // The group has already ended.
    }
  });
  /** Kills the server. Every answered write is in its files. Resolves when the process has ended and its port is free. */
  const stop = (): Promise<void> => {
    [shell, input, output].forEach((handle) => handle.ref());
    kill();
    return gone;
  };
  await acceptsConnections(output, gone, options).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  // The servers of a service that was not closed must not keep the process alive.
  [shell, input, output].forEach((handle) => handle.unref());
  return { gone, stop };
}

async function acceptsConnections(
  output: Socket,
  gone: Promise<void>,
  { clock, signal, limits: { password } }: RedisProcessOptions,
): Promise<void> {
  let printed = '';
  let cancelLimit = (): void => {};
  /** `undefined`, or why the server does not start. */
  const ended = new Promise<string | undefined>((resolve) => {
    output.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
      if (printed.includes('Ready to accept connections')) resolve(undefined);
    });
    void gone.then(() => resolve(lastOutputLine(printed, password)));
    cancelLimit = clock.schedule(() => resolve(`not ready after ${START_LIMIT_MS / 1000} s`), START_LIMIT_MS);
  });
  const reason = await unlessAborted(ended, [signal]).catch(() => 'the service is closing');
  cancelLimit();
  // Without a listener the stream keeps flowing. Redis would block if its output were not read.
  output.removeAllListeners('data');
  if (reason !== undefined) throw new RedisStartError(reason, /address already in use/i.test(printed));
}

/** The last line of the output. Lines that quote a setting are left out, because the setting may be the password. */
export function lastOutputLine(output: string, password: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('>>>'));
  const last = lines.at(-1);
  if (last === undefined) return 'it printed nothing';
  // A password that is too short to be found in a text leaves nothing of the text.
  return redact(last, [password]) || 'its output may contain the password';
}
