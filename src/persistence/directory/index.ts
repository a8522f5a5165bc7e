import { aBoolean, isPath, optional } from '../../core/shared/option-schemas.js';
import { checkOptions } from '../../core/shared/read-options.js';
import { issueUnless } from '../../core/shared/refuse-issues.js';
import { createStore, type Store } from '../store.js';
import { openDirectoryEngine } from './directory-engine.js';
import { openReadOnlyEngine } from './read-only-engine.js';

export type { Store } from '../store.js';

/** The options of `openDirectory`. */
export interface OpenDirectoryOptions {
  /**
   * Reads the directory, even while another process uses it, such as `fleetglass watch`. Nothing is written to it. The
   * last records are copied to the directory for temporary files until `close`. Every call that would have to save
   * something rejects with `storage`: `flush` after a change, `createDatabase`, and `clear`.
   *
   * @default false
   */
  readonly readOnly?: boolean | undefined;
}

/**
 * Opens a store that keeps the state of a fleet in a directory, in Node, Deno and Bun. It makes the directory if there is
 * none. Needs the package `classic-level`. One process can use a directory at a time; others can open it with `readOnly`.
 *
 * Added ids and creates are kept in two files with checksums: a flipped bit or a lost file costs none of them. The last
 * records, transitions and usage are kept once; if they are damaged, the fleet starts without them. `fleet.storage` tells each
 * loss and each repair. Only this user can read the files, and they contain no credentials.
 *
 * @param directory a directory for this store alone, for example `./state`.
 * @throws FleetError `in-use` if another process or fleet uses the directory; `storage` if it cannot be used, for example
 *   because it holds other files or was written by a newer version; `invalid-request`
 * @example
 * ```ts
 * import { openDirectory } from 'fleetglass/persistence/directory';
 *
 * await using store = await openDirectory('./state');
 * using fleet = createFleet({ baseUrl, credentials, persistence: store });
 * await fleet.ready;
 * ```
 */
export async function openDirectory(directory: string, options: OpenDirectoryOptions = {}): Promise<Store> {
  const issues = issueUnless(isPath(directory), 'directory', 'expected the path of a directory');
  const { readOnly } = checkOptions('configure', { readOnly: optional(aBoolean) }, options, '', issues);
  const opening = readOnly ? openReadOnlyEngine(directory) : openDirectoryEngine(directory, { hasCache: true });
  return createStore(await opening);
}
