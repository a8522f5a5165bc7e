import { aBoolean, readOptions } from '../../core/shared/read-options.js';
import { issueUnless, refuseIssues } from '../../core/shared/refuse-issues.js';
import { createLateLosses } from '../late-losses.js';
import { createStore, type Store } from '../store.js';
import { openDirectoryEngine } from './open-directory-engine.js';
import { openPrivateCopy } from './open-private-copy.js';

export type { Store } from '../store.js';

/** The options of `openDirectory`. */
export interface OpenDirectoryOptions {
  /**
   * Opens a directory that is so damaged that it would be refused. Values that can be read are restored, and
   * `fleet.storage` names the others. The damaged files stay beside the new ones.
   *
   * @default false
   */
  readonly salvage?: boolean | undefined;
  /**
   * Opens a private copy of the directory, also while another process uses the directory, for example `fleetglass watch`.
   * Nothing is written to the directory. The store keeps no changes: the copy is in the directory for temporary files, takes
   * twice the size of the kept values there, and `close` removes it.
   *
   * @default false
   */
  readonly readOnly?: boolean | undefined;
}

/**
 * Opens a store that keeps the state of a fleet in a directory, in Node, Deno and Bun. It makes the directory if there is
 * none. Needs the package `classic-level`. One process can use a directory at a time; others can open it with `readOnly`.
 *
 * Everything is kept in two copies, each with checksums: a flipped bit or a lost file costs nothing and is reported. Only
 * this user can read the files, and they contain no credentials.
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
  const { given, issues } = readOptions<OpenDirectoryOptions>(options, { salvage: aBoolean, readOnly: aBoolean });
  const isPath = typeof directory === 'string' && directory !== '' && !directory.includes('\0');
  refuseIssues('configure', [...issueUnless(isPath, 'directory', 'expected the path of a directory'), ...issues]);
  const late = createLateLosses();
  const open = given?.readOnly ? openPrivateCopy : openDirectoryEngine;
  const engine = await open(directory, { salvage: given?.salvage, onNotice: late.add });
  return createStore(engine, late.listen);
}
