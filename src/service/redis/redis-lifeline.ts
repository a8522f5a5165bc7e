import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';

/** What a shell is started with. */
export interface LifelineOptions {
  readonly script: string;
  /** Becomes `$1`: everyone can read it in the list of processes. */
  readonly parameter: string;
  /** The shell's working directory. */
  readonly directory: string;
  /** What the shell can read from its descriptor 3: nobody else can. */
  readonly letter: string;
}

/** A shell that learns when this process is gone. */
export interface Lifeline {
  readonly shell: ChildProcess;
  /** The shell's standard input. Its end, which the death of this process brings about too, is the shell's sign to clean up. */
  readonly input: Socket;
  /** The shell's standard output, and that of its children. */
  readonly output: Socket;
  /** Resolves when the shell has ended and nobody holds its output. */
  readonly closed: Promise<void>;
  /** Whether this process stays alive as long as the shell does. */
  hold(held: boolean): void;
}

/**
 * Runs `script` in a shell of its own session: neither Ctrl-C nor a signal to this process's group reaches it, so it
 * is there to clean up when this process is not. Only this process holds the other end of its input: the system
 * closes that end however the process ends, and Node opens it so that no child inherits it.
 *
 * @throws Error when the system starts no process.
 */
export async function openLifeline({ script, parameter, directory, letter }: LifelineOptions): Promise<Lifeline> {
  const shell = spawn('/bin/sh', ['-c', script, 'sh', parameter], {
    cwd: directory,
    detached: true,
    // The environment may hold secrets that are the service's alone.
    env: { PATH: process.env['PATH'] },
    stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
  });
  await once(shell, 'spawn');
  const [input, output, letterbox] = [shell.stdin, shell.stdout, shell.stdio[3]].map(asSocket);
  if (input === undefined || output === undefined || letterbox === undefined)
    throw new Error('a shell without its pipes');
  // A shell that is gone reads no more: that is seen by `closed`.
  for (const pipe of [input, letterbox]) pipe.on('error', () => {});
  letterbox.end(letter);
  // Whoever has read it may keep the other end open.
  letterbox.destroySoon();
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
