import { randomBytes } from 'node:crypto';
import { writeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { openDirectoryEngine } from '../../src/persistence/directory/directory-engine.js';
import { StorageFailure } from '../../src/persistence/engine.js';

// Runs as a separate process: writes values until there is no room, and then until 20 more values are saved.
const [, , directory = '', kind = ''] = process.argv;
const engine = await openDirectoryEngine(directory, { hasCache: true });
let isFull = false;
for (let number = 0, savedLater = 0; savedLater < 20; number++) {
  try {
    // Bytes that cannot be compressed.
    await engine.write([{ key: `${kind}/${number}`, text: JSON.stringify(randomBytes(10_000).toString('base64')) }]);
    writeSync(1, `saved ${number}\n`);
    if (isFull) savedLater++;
  } catch (error) {
    isFull = true;
    writeSync(1, `${error instanceof StorageFailure ? error.reason : String(error)} ${number}\n`);
    await setTimeout(20);
  }
}
await engine.close();
