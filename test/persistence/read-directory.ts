import type { EngineLoss } from '../../src/persistence/engine.js';
import { openDirectoryEngine } from '../../src/persistence/directory/open-directory-engine.js';

/** All values of a directory, and all damage that was found until the directory was closed again. */
export async function readDirectory(
  directory: string,
  options: { readonly salvage?: boolean } = {},
): Promise<{ readonly values: ReadonlyMap<string, string>; readonly losses: readonly EngineLoss[] }> {
  const losses: EngineLoss[] = [];
  const report = (loss: EngineLoss): void => void losses.push(loss);
  const engine = await openDirectoryEngine(directory, { ...options, onNotice: report });
  const values = new Map<string, string>();
  try {
    for await (const batch of engine.read(report)) {
      for (const { key, text } of batch) values.set(key, text);
    }
  } finally {
    await engine.close();
  }
  return { values, losses };
}
