import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execute } from '../support/execute.js';
import { packPackage } from './npm.js';

export type Consumer = Awaited<ReturnType<typeof createConsumer>>;

/** A consumer's project in its own folder, which has installed only the published package: the current dist. `npm test` builds it before. */
export async function createConsumer() {
  const folder = await mkdtemp(join(tmpdir(), 'fleetglass-consumer-'));
  const tarball = await packPackage(folder);
  await writeFile(join(folder, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }');
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'];
  await execute('npm', ['install', ...quiet, join(folder, tarball.filename)], { cwd: folder });

  const inFolder = async (file: string, parameters: readonly string[]): Promise<string> =>
    (await execute(file, parameters, { cwd: folder })).stdout;

  return {
    folder,
    published: tarball.files.map(({ path }) => path),
    async installed() {
      const names = await readdir(join(folder, 'node_modules'), { recursive: true });
      const manifests = names.filter((name) => /^(.*node_modules\/)?(@[^/]+\/)?[^/]+\/package\.json$/.test(name));
      return manifests.map((name) => name.replace(/^.*node_modules\//, '').replace('/package.json', '')).toSorted();
    },
    /** Runs a module of the project, and returns its standard output. @param command the runtime. @default Node */
    async run(source: string, command: readonly string[] = [process.execPath]) {
      const [file = '', ...parameters] = command;
      await writeFile(join(folder, 'module.mjs'), source);
      return inFolder(file, [...parameters, 'module.mjs']);
    },
    /** Runs a command of the project's `node_modules/.bin`, and returns its standard output. */
    npx: (...command: string[]) => inFolder('npx', ['--no', '--', ...command]),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
