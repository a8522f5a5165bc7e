import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * Tells a running process apart from a later one with the same id: other users of the machine can start processes until
 * one of them gets the id of a process that has ended.
 *
 * @returns a text that no other process has; nothing when there is no such process.
 */
export async function identifyProcess(pid: number): Promise<string | undefined> {
  if (!isRunning(pid)) return undefined;
  return process.platform === 'linux' ? startOnLinux(pid) : startByPs(pid);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process of another user is running too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The start time, in clock ticks since the machine started, and which start of the machine that was. */
async function startOnLinux(pid: number): Promise<string | undefined> {
  const [status, boot] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''),
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
  ]);
  // The second field is the name of the program, in parentheses; it can hold both spaces and parentheses. After it,
  // the start time is the 20th field (proc(5)).
  const start = status.slice(status.lastIndexOf(')') + 2).split(' ')[19];
  return start === undefined ? undefined : `${boot.trim()} ${start}`;
}

/** Where there is no `ps`, as on Windows, the id alone has to do. */
async function startByPs(pid: number): Promise<string> {
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  const listed = promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)], { env });
  return listed.then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
}
