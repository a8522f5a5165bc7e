import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from '../docs/root.js';

/** Packs the current dist into a folder, as `npm publish` does. Returns the name of the file and the packed files. */
export async function packPackage(folder: string): Promise<{ filename: string; files: readonly { path: string }[] }> {
  const parameters = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const { stdout } = await promisify(execFile)('npm', parameters, { cwd: root, maxBuffer: 64 * 1024 ** 2 });
  const [packed] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  return packed;
}
