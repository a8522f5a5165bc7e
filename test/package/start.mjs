import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isStale } from './stale-builds.mjs';

// `npm start` runs this before the demonstration: it builds the command and the page of the dashboard where their sources
// changed, and compiles no types. All its output is on stderr.

const root = fileURLToPath(new URL('../..', import.meta.url));
const stale = ['command', 'page'].filter(isStale);

if (stale.length > 0) {
  console.error(`Building the ${stale.join(' and the ')} ...`);
  const startedAt = performance.now();
  const build = ['node_modules/tsx/dist/cli.mjs', 'test/package/build.ts', ...stale];
  const { status } = spawnSync(process.execPath, build, { cwd: root, stdio: ['ignore', 2, 2] });
  if (status !== 0) {
    console.error('The build failed. Without node_modules, run `npm ci` first.');
    process.exit(status ?? 1);
  }
  console.error(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}
