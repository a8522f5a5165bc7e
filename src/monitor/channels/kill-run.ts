import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * A variable of the environment that all processes of one run of a command inherit. A process that begins a session of its
 * own leaves the process group, and is found by this variable.
 */
export const RUN_VARIABLE = 'FLEETGLASS_RUN';

/** The processes of a command form a group of their own, so that they can be killed together. Windows has no groups. */
export const HAS_GROUPS = process.platform !== 'win32';

/** A process may fork while the others are killed. */
const PASSES = 3;

/**
 * Kills a command that runs, with all processes that it has started.
 *
 * @param run the value of `RUN_VARIABLE` in its environment
 */
export function killRun(child: ChildProcess, run: string): void {
  const { pid, exitCode, signalCode } = child;
  // The number of a group that has ended may belong to other processes.
  if (pid !== undefined && exitCode === null && signalCode === null) kill(HAS_GROUPS ? -pid : pid);
  for (let pass = 0; pass < PASSES; pass++) {
    const pids = processesOf(run);
    if (pids.length === 0) return;
    pids.forEach(kill);
  }
}

/** Only Linux tells the environments of processes. */
function processesOf(run: string): readonly number[] {
  const marked = `${RUN_VARIABLE}=${run}`;
  return entriesOf('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => environmentOf(name).includes(marked))
    .map(Number);
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Empty for a process that has ended, and for a process of another user. */
function environmentOf(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
  } catch {
    return [];
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
