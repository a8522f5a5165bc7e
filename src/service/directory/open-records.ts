import { join } from 'node:path';
import { openEngine, type DirectoryEngine } from '../../persistence/directory/directory-engine.js';
import { openingProblem } from '../../persistence/directory/directory-failure.js';
import { makePrivateDirectory, restrictFolder } from '../../persistence/directory/private-directory.js';

/** The subdirectories that the service makes in its directory. */
const OWN_NAMES = ['records', 'redis'];

/**
 * Opens the records in a directory, for this service alone until the engine is closed.
 *
 * @throws Error that names the directory and its problem.
 */
export async function openRecords(directory: string): Promise<DirectoryEngine> {
  try {
    await makePrivateDirectory(directory, (name) => OWN_NAMES.includes(name));
    for (const name of OWN_NAMES) await restrictFolder(join(directory, name));
    return await openEngine(join(directory, 'records'));
  } catch (error) {
    throw new Error(openingProblem(directory, error));
  }
}
