import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Whether packages can be installed. Without the registry a check is skipped with a message; in CI, it fails. */
export async function isRegistryReachable(check: string): Promise<boolean> {
  const isReachable = await execute('npm', ['ping', '--fetch-retries=1', '--fetch-timeout=20000']).then(
    () => true,
    () => false,
  );
  const message = `The npm registry is unreachable: ${check} cannot run`;
  if (!isReachable && process.env['CI'] !== undefined) throw new Error(message);
  if (!isReachable) console.warn(`${message}, and is skipped.`);
  return isReachable;
}
