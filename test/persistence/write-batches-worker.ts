import { writeSync } from 'node:fs';
import { openDirectoryEngine } from '../../src/persistence/directory/directory-engine.js';
import { batchOf } from './numbered-batches.js';
import { cacheRecords } from './read-directory.js';

// Runs as a separate process until it is killed: writes numbered batches, and prints each number that is saved.
const [, , directory = '', first = '0'] = process.argv;
const engine = await openDirectoryEngine(directory, cacheRecords);
writeSync(1, 'open\n');
for (let number = Number(first); ; number++) {
  await engine.write([...batchOf(number, 'id'), ...batchOf(number, 'record')]);
  writeSync(1, `${number}\n`);
}
