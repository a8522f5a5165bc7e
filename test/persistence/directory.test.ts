import { join } from 'node:path';
import { temporaryFolder } from '../support/temporary-folder.js';
import { openDirectoryEngine } from '../../src/persistence/directory/open-directory-engine.js';
import { describeEngine } from './engine-contract.js';

describeEngine('in a directory', async () => {
  const directory = join(await temporaryFolder(), 'some', 'where');
  return { open: () => openDirectoryEngine(directory) };
});
