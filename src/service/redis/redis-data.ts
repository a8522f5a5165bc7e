import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { identifierProblem } from '../../core/wire/identifier.js';
import { startWatchdogShell } from './watchdog-shell.js';

/** The data of all servers, in one folder for each. Only this user can read the folders. */
export interface RedisData {
  /** Creates the folder of a server if it does not exist. */
  open(id: string): Promise<string>;
  remove(id: string): Promise<void>;
  /** Removes temporary data. Data in a directory of the user stays. */
  close(): Promise<void>;
}

/**
 * `$1` is the folder. Dying servers may still write into it, so the removal is repeated. The PATH of the service may
 * hold nothing but redis-server.
 */
const CLEANUP_SCRIPT = `
read -r _
cd /
PATH=$PATH:/usr/bin:/bin
for try in 1 2 3 4 5; do rm -rf -- "$1" && exit; sleep 1; done
`;

/**
 * Opens the folder of all data.
 *
 * @param directory the folder. Without it, a temporary folder that is removed when this process ends, even by a crash.
 */
export async function openRedisData(directory?: string): Promise<RedisData> {
  if (directory !== undefined) return dataIn(resolve(directory), async () => {});
  const path = await mkdtemp(join(tmpdir(), 'redis-'));
  const watchdog = await startWatchdogShell({
    script: CLEANUP_SCRIPT,
    parameter: path,
    directory: path,
    privateInput: '',
  });
  watchdog.output.resume();
  watchdog.hold(false);
  return dataIn(path, async () => {
    watchdog.hold(true);
    watchdog.input.end();
    await watchdog.closed;
  });
}

function dataIn(directory: string, close: () => Promise<void>): RedisData {
  const pathOf = (id: string): string => {
    const problem = identifierProblem(id);
    if (problem !== undefined) throw new Error(`the database's id ${problem}`);
    return join(directory, id);
  };
  return {
    async open(id) {
      const path = pathOf(id);
      await mkdir(path, { recursive: true, mode: 0o700 });
      return path;
    },
    remove: (id) => rm(pathOf(id), { recursive: true, force: true }),
    close,
  };
}
