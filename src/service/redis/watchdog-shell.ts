import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';

/** Options of {@link startWatchdogShell}. */
export interface WatchdogOptions {
  readonly script: string;
  /** Becomes `$1`. All users can read it in the list of processes. */
  readonly parameter: string;
  /** The shell's working directory. */
  readonly directory: string;
  /** A text that the shell reads from descriptor 3. No other process can read it. */
  readonly privateInput: string;
}

/** A shell that detects the end of this process. */
export interface WatchdogShell {
  readonly shell: ChildProcess;
  /** The shell's standard input. It ends at the latest with this process. The shell then cleans up. */
  readonly input: Socket;
  /** The standard output of the shell and of its children. */
  readonly output: Socket;
  /** Resolves when the shell has ended and no process holds its output. */
  readonly closed: Promise<void>;
  /** Sets whether the shell keeps this process alive. */
  hold(held: boolean): void;
}

/**
 * Runs `script` in a shell with its own session. Ctrl-C and signals to this process's group do not reach the shell, so
 * that it can clean up after this process. Only this process holds the other end of the shell's input, and no child
 * inherits it. So the system closes it when this process ends, in any way.
 *
 * @throws Error when the system cannot start a process.
 */
export async function startWatchdogShell({
  script,
  parameter,
  directory,
  privateInput,
}: WatchdogOptions): Promise<WatchdogShell> {
  const shell = spawn('/bin/sh', ['-c', script, 'sh', parameter], {
    cwd: directory,
    detached: true,
    // The environment may hold secrets of the service.
    env: { PATH: process.env['PATH'] },
    stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
  });
  await once(shell, 'spawn');
  const [input, output, privatePipe] = [shell.stdin, shell.stdout, shell.stdio[3]].map(asSocket);
  if (input === undefined || output === undefined || privatePipe === undefined)
    throw new Error('the shell has no pipes');
  // Writing to a shell that has ended fails. `closed` reports the end.
  for (const pipe of [input, privatePipe]) pipe.on('error', () => {});
  privatePipe.end(privateInput);
  // The shell may keep the other end open after reading.
  privatePipe.destroySoon();
  return {
    shell,
    input,
    output,
    closed: new Promise((resolve) => void shell.once('close', () => resolve())),
    hold: (held) => [shell, input, output].forEach((handle) => (held ? handle.ref() : handle.unref())),
  };
}

function asSocket(pipe: unknown): Socket | undefined {
  return pipe instanceof Socket ? pipe : undefined;
}
