import { root } from '../docs/root.js';
import { execute, succeeds } from '../support/execute.js';

/** Packs the current dist into a folder, as `npm publish` does. Returns the name of the file and the packed files. */
export async function packPackage(folder: string): Promise<{ filename: string; files: readonly { path: string }[] }> {
  const parameters = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const { stdout } = await execute('npm', parameters, { cwd: root, maxBuffer: 64 * 1024 ** 2 });
  const [packed] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  return packed;
}

/** Whether packages can be installed. Without the registry a check is skipped with a message; in CI, it fails. */
export async function isRegistryReachable(check: string): Promise<boolean> {
  const isReachable = await succeeds('npm', ['ping', '--fetch-retries=1', '--fetch-timeout=20000']);
  const message = `The npm registry is unreachable: ${check} cannot run`;
  if (!isReachable && process.env['CI'] !== undefined) throw new Error(message);
  if (!isReachable) console.warn(`${message}, and is skipped.`);
  return isReachable;
}

/** The package of npm that contains Node for this platform, without an install script. */
const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const packageOfNode = `${platform === 'darwin-arm64' ? 'node-bin' : 'node'}-${platform}`;

/** Downloads a version of Node to npm's cache, and returns the path of its binary. */
export async function pathOfNode(version: string): Promise<string> {
  const show = ['--', 'node', '--print', 'process.execPath'];
  const { stdout } = await execute('npx', ['--yes', `--package=${packageOfNode}@${version}`, ...show]);
  return stdout.trim();
}
