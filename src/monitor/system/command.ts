import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { describeSystemError } from './describe-system-error.js';

/** The processes of a command form a group of their own, so that they can be killed together. Windows has no groups. */
const HAS_GROUPS = process.platform !== 'win32';

/** The variables of this process that a command gets. All others, the account's credentials among them, stay here. */
const INHERITED = ['PATH', 'HOME', 'LANG'];

/**
 * Starts a program without a shell. It gets only the variables of `INHERITED` and those of `env`.
 * @throws Error that says in words why the program cannot be started
 */
export async function startCommand(
  [program = '', ...parameters]: readonly string[],
  { env, stdio }: Pick<SpawnOptions, 'env' | 'stdio'>,
): Promise<ChildProcess> {
  const inherited = INHERITED.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  try {
    const all: NodeJS.ProcessEnv = { ...Object.fromEntries(inherited), ...env };
    const child = spawn(program, parameters, { env: all, stdio, detached: HAS_GROUPS });
    // A process without free file descriptors gets a child without streams, and then the error.
    await once(child, 'spawn');
    return child;
  } catch (error) {
    throw new Error(`cannot be started: ${describeSystemError(error)}`);
  }
}

/** Kills the process group too. A daemon with a session of its own lives on: other programs may use it. */
export function killCommand({ pid, exitCode, signalCode }: ChildProcess): void {
  // The number of a group that has ended may belong to other processes.
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(HAS_GROUPS ? -pid : pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
