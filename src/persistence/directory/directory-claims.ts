import { realpath, stat } from 'node:fs/promises';
import { claimPlace } from '../claim-place.js';

/** A directory that one store of this process uses. */
export interface DirectoryClaim {
  /** The directory without symbolic links. It stays the same when a link or the working directory changes. */
  readonly path: string;
  /** Lets another store of this process use the directory. */
  release(): void;
}

/**
 * Claims an existing directory for one store of this process.
 *
 * LevelDB locks a directory against other processes. It distinguishes stores of one process by the path only, and
 * a second attempt to open the directory drops the lock. So the second attempt must not reach LevelDB.
 *
 * @returns `undefined` when another store of this process uses the directory, under this path or another.
 */
export async function claimDirectory(directory: string): Promise<DirectoryClaim | undefined> {
  const path = await realpath(directory);
  const { dev, ino } = await stat(path, { bigint: true });
  // The inode finds the directory under other names, such as a bind mount. The path stays claimed when the directory
  // is removed and made again: the first store may still write there.
  const release = claimPlace([path, `${dev}:${ino}`]);
  return release && { path, release };
}
