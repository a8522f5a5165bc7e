import { join } from 'node:path';
import { openEngine, type DirectoryEngine } from '../../persistence/directory/directory-engine.js';
import { openingProblem } from '../../persistence/directory/directory-failure.js';
import { makePrivateDirectory, restrictFolder } from '../../persistence/directory/private-directory.js';
import { createRecordStore, type RecordStore } from '../account/record-store.js';

/** The subdirectories that the service makes in its directory. */
const OWN_NAMES = ['records', 'redis'];

async function openRecords(directory: string): Promise<DirectoryEngine> {
  try {
    await makePrivateDirectory(directory, (name) => OWN_NAMES.includes(name));
    for (const name of OWN_NAMES) await restrictFolder(join(directory, name));
    return await openEngine(join(directory, 'records'));
  } catch (error) {
    throw new Error(openingProblem(directory, error));
  }
}

/**
 * Opens a store of records in the journal of a directory. Reads from memory, which has all texts.
 *
 * @param onNotice gets messages for people about damage.
 * @throws Error that names the directory and its problem.
 */
export async function openDirectoryStore(directory: string, onNotice: (message: string) => void): Promise<RecordStore> {
  const engine = await openRecords(directory);
  for (const { message } of engine.takeLosses()) onNotice(message);
  return createRecordStore(engine);
}
