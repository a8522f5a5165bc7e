import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { identifierProblem } from '../../core/api/identifier.js';
import { openLifeline } from './redis-lifeline.js';

/** Where the data of all servers is: a folder for each, readable by this user alone. */
export interface RedisHome {
  /** Makes the folder of a server if it is not there. */
  open(id: string): Promise<string>;
  remove(id: string): Promise<void>;
  /** Data in a directory of the user's stays; other data goes. */
  close(): Promise<void>;
}

/**
 * `$1` is the folder. Servers that are being killed may still write into it, so it is removed until it stays away.
 * Whoever starts the service may have a PATH with nothing in it but redis-server.
 */
const JANITOR = `
read -r _
cd /
PATH=$PATH:/usr/bin:/bin
for try in 1 2 3 4 5; do rm -rf -- "$1" && exit; sleep 1; done
`;

/**
 * Opens the place of all data.
 *
 * @param directory where data is kept; without it, a temporary folder that goes with this process, also after a crash.
 */
export async function openRedisHome(directory?: string): Promise<RedisHome> {
  if (directory !== undefined) return homeIn(resolve(directory), async () => {});
  const path = await mkdtemp(join(tmpdir(), 'redis-'));
  const janitor = await openLifeline({ script: JANITOR, parameter: path, directory: path, letter: '' });
  janitor.output.resume();
  janitor.hold(false);
  return homeIn(path, async () => {
    janitor.hold(true);
    janitor.input.end();
    await janitor.closed;
  });
}

function homeIn(directory: string, close: () => Promise<void>): RedisHome {
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
