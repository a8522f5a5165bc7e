import type { EngineLoss } from '../../src/persistence/engine.js';
import { openDirectoryEngine } from '../../src/persistence/directory/directory-engine.js';

/** All values of a directory, and all damage that was found. */
export async function readDirectory(directory: string) {
  const losses: EngineLoss[] = [];
  const engine = await openDirectoryEngine(directory, { hasCache: true });
  const values = new Map<string, string>();
  try {
    for await (const batch of engine.read((loss) => losses.push(loss)))
      for (const { key, text } of batch) values.set(key, text);
  } finally {
    await engine.close();
  }
  return { values, losses };
}
