import { openDirectoryEngine } from '../../src/persistence/directory/directory-engine.js';

// Runs as a separate process: prints whether it could open the directory in its argument.
const [, , directory = ''] = process.argv;
await openDirectoryEngine(directory).then(
  async (engine) => {
    await engine.close();
    console.log('opened');
  },
  ({ code }: { code?: string }) => console.log(code),
);
