import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The package of npm that contains Node for this platform, without an install script. */
const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const packageName = `${platform === 'darwin-arm64' ? 'node-bin' : 'node'}-${platform}`;

/** Downloads a version of Node to npm's cache, and returns the path of its binary. */
export async function pathOfNode(version: string): Promise<string> {
  const show = ['--', 'node', '--print', 'process.execPath'];
  const { stdout } = await promisify(execFile)('npx', ['--yes', `--package=${packageName}@${version}`, ...show]);
  return stdout.trim();
}
