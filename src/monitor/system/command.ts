import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { describeSystemError } from './describe-system-error.js';

/** The processes of a command form a group of their own, so that they can be killed together. Windows has no groups. */
const HAS_GROUPS = process.platform !== 'win32';

/**
 * Starts a program without a shell.
 *
 * @param command the program and its arguments
 * @throws Error that says in words why the program cannot be started
 */
export async function startCommand(
  [program = '', ...parameters]: readonly string[],
  options: Pick<SpawnOptions, 'env' | 'stdio'>,
): Promise<ChildProcess> {
  try {
    const child = spawn(program, parameters, { ...options, detached: HAS_GROUPS });
    // A process without free file descriptors gets a child without streams, and then the error.
    await once(child, 'spawn');
    return child;
  } catch (error) {
    throw new Error(`cannot be started: ${describeSystemError(error)}`);
  }
}

/**
 * Kills a command that runs, and its process group. A process that began a session of its own, such as a daemon, lives on:
 * other programs may use it.
 */
export function killCommand({ pid, exitCode, signalCode }: ChildProcess): void {
  // The number of a group that has ended may belong to other processes.
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(HAS_GROUPS ? -pid : pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
