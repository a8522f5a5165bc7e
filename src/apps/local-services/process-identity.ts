import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * Identifies a running process. A process id is not enough: another user can start processes until one of them gets the
 * id of a process that has ended.
 *
 * @returns a text that is unique to the process; `undefined` if no process has this id.
 */
export async function identifyProcess(pid: number): Promise<string | undefined> {
  if (!isRunning(pid)) return undefined;
  return process.platform === 'linux' ? startOnLinux(pid) : startByPs(pid);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process runs, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The id of the boot, and the start time of the process in clock ticks since the boot. */
async function startOnLinux(pid: number): Promise<string | undefined> {
  const [status, boot] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''),
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
  ]);
  // The second field is the name of the program in parentheses, and can contain spaces and parentheses. The start time
  // is the 20th field after it (proc(5)).
  const start = status.slice(status.lastIndexOf(')') + 2).split(' ')[19];
  return start === undefined ? undefined : `${boot.trim()} ${start}`;
}

/** The start time, or an empty text without `ps`, as on Windows: then only the process id is compared. */
async function startByPs(pid: number): Promise<string> {
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  const listed = promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)], { env });
  return listed.then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
}
