import { chmod, readdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { build, type Rolldown } from 'vite';
import { execute } from '../support/execute.js';
import { bundleCommand, bundleLibrary, root, writeScripts, type Scripts } from './bundle-scripts.js';
import { licencesOf, materialsOf, packagesOf } from './licences.js';
import { isStale, recordBuild } from './stale-builds.mjs';

/*
 * Builds dist/ if a source changed. With arguments, builds only parts of it: `command` and `page` for `npm start`,
 * if they changed; `scripts` for tests, which is all but the declarations; and `types`, the declarations.
 */

const dist = join(root, 'dist');
const chosen = process.argv.slice(2);
const isChosen = (part: string): boolean => chosen.includes(part);

async function buildWhole(): Promise<void> {
  if (!isStale('whole')) return;
  await buildAll(types);
  const sources = await Promise.all(['src', 'test/package'].map(filesOf));
  // A build for tests removes the declarations.
  recordBuild('whole', [...sources.flat(), 'tsconfig.json'], [join(dist, 'index.js'), join(dist, 'index.d.ts')]);
}

/** Also its folders, which change when a file is added or removed. */
async function filesOf(folder: string): Promise<string[]> {
  return (await readdir(join(root, folder), { recursive: true })).map((name) => join(folder, name));
}

async function buildAll(typing: () => Promise<void>): Promise<void> {
  await rm(dist, { recursive: true, force: true });
  const [library, command, page] = await Promise.all([bundleLibrary(dist), bundleCommand(dist), buildPage(), typing()]);
  await writeScripts(library);
  await writeCommand(command);
  const modules = [...library.modules, ...command.modules, ...page];
  const bundled = packagesOf(modules).map((path) => join(root, path));
  await writeFile(join(dist, 'THIRD-PARTY-LICENSES.txt'), await licencesOf(bundled));
  await writeFile(join(dist, 'bundled.cdx.json'), await materialsOf(bundled));
}

/** Writes the declarations of all but the applications. The compiler reports errors on stdout. */
async function types(): Promise<void> {
  const parameters = [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'test/package/types.tsconfig.json'];
  const compiled = execute(process.execPath, parameters, { cwd: root });
  await compiled.catch(({ stdout }: { stdout: string }) => {
    throw new Error(stdout);
  });
}

/** Builds the page of the dashboard. Returns its modules by their paths from the root. */
async function buildPage(): Promise<readonly string[]> {
  const outDir = join(dist, 'dashboard');
  // React contains a second copy for development. Only this setting, not an option of Vite, selects the copy.
  process.env['NODE_ENV'] = 'production';
  const { output } = (await build({
    configFile: join(root, 'test/package/dashboard.config.ts'),
    build: { outDir, emptyOutDir: true, reportCompressedSize: false },
    logLevel: 'warn',
  })) as Rolldown.RolldownOutput;
  const modules = output.flatMap((file) =>
    file.type === 'chunk' ? file.moduleIds.map((path) => relative(root, path.replace(/^\0/, ''))) : [],
  );
  // Vite does not list the style sheets that another style sheet imports.
  recordBuild('page', [...modules, ...(await filesOf('src/apps/dashboard/page'))], [join(outDir, 'index.html')]);
  return modules;
}

async function writeCommand(command: Scripts): Promise<void> {
  await rm(join(dist, 'apps'), { recursive: true, force: true });
  await writeScripts(command);
  await chmod(join(dist, 'apps/cli/main.js'), 0o755);
  const paths = command.files.map(({ path }) => path);
  recordBuild('command', command.modules, paths);
}

await Promise.all([
  chosen.length === 0 ? buildWhole() : undefined,
  isChosen('scripts') ? buildAll(async () => {}) : undefined,
  isChosen('types') ? types() : undefined,
  isChosen('page') ? buildPage() : [],
  isChosen('command') ? bundleCommand(dist).then(writeCommand) : undefined,
]);
