import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile, type OutputFile, type Plugin } from 'esbuild';
import { buildDashboard } from './build-dashboard.js';
import { inkDefines, inkPlugin } from './ink-plugin.js';
import { licencesOf, packagesOf } from './licences.js';

/*
 * The last step of `npm run build`. It bundles packages that only the command and the service need into them, so that
 * the core does not install these packages (docs/decisions.md). It also builds the page of the dashboard.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'dist');

/** Bundled CommonJS packages of the command call `require`, which ES modules do not have. */
const requireBanner =
  "import { createRequire as requireOf } from 'node:module';\nconst require = requireOf(import.meta.url);";

/**
 * The folders that are bundled, with their entries. Only these files are left of a folder's JavaScript: the entries,
 * the parts that several entries share, and the parts that are loaded late.
 */
const bundled = [
  // Bundled for every platform: `service/memory.js` shares its code with `service/index.js`, and imports nothing of
  // Node.
  { entries: ['service/index.js', 'service/memory.js'], plugins: [resolvePortably(['h3', 'srvx'])] },
  { entries: ['apps/cli/main.js'], banner: { js: requireBanner } },
];

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
}

/**
 * Users install this optional peer. The other optional peers are frameworks of the bindings: the board has its own
 * React.
 */
const optional = ['classic-level'];

const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest;

/** Folders that are bundled into the entries that use them. Only their declarations stay. */
const folded = ['http', 'apps'];

/** All entries share the other folders: an error of a second copy of FleetError would not be `instanceof` the first. */
function keepOtherFoldersExternal(folder: string): Plugin {
  return {
    name: 'keep-other-folders-external',
    setup({ onResolve }) {
      const isIn = (path: string, ...folders: string[]): boolean =>
        folders.some((folder) => path === folder || path.startsWith(folder + sep));
      const bundledFolders = [folder, ...folded.map((name) => join(dist, name))];
      onResolve({ filter: /^\.\.\// }, ({ path, resolveDir }) => {
        const target = join(resolveDir, path);
        if (!isIn(resolveDir, ...bundledFolders) || isIn(target, ...bundledFolders)) return undefined;
        return { path: relative(folder, target), external: true, sideEffects: false };
      });
    },
  };
}

/** Resolves packages to their builds for every platform. Their builds for Node import `node:*`. */
function resolvePortably(packages: readonly string[]): Plugin {
  return {
    name: 'resolve-portably',
    setup({ onResolve, resolve }) {
      onResolve({ filter: new RegExp(`^(?:${packages.join('|')})$`) }, ({ path, kind, resolveDir }) =>
        resolve(`${path}/generic`, { kind, resolveDir }),
      );
    },
  };
}

interface Bundled {
  readonly entries: readonly string[];
  readonly plugins?: readonly Plugin[];
  readonly banner?: { js: string };
}

async function bundle({
  entries,
  plugins = [],
  banner,
}: Bundled): Promise<{ metafile: Metafile; files: readonly OutputFile[] }> {
  const folder = dirname(join(dist, entries[0] ?? ''));
  const { metafile, outputFiles } = await build({
    ...(banner && { banner }),
    entryPoints: entries.map((entry) => join(dist, entry)),
    absWorkingDir: root,
    outdir: folder,
    bundle: true,
    // Code that only one command needs goes to its own file, which the other commands do not load.
    splitting: true,
    chunkNames: '[name]-[hash]',
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: [...Object.keys(manifest.dependencies), ...optional],
    plugins: [keepOtherFoldersExternal(folder), inkPlugin, ...plugins],
    define: inkDefines,
    legalComments: 'none',
    logLevel: 'warning',
  });
  return { metafile, files: outputFiles };
}

/** Checks that each imported file exists. Otherwise the first user would find a missing file. */
function assertImportsExist({ outputs }: Metafile): void {
  for (const [output, { imports }] of Object.entries(outputs)) {
    for (const { path, external } of imports) {
      const target = join(root, dirname(output), path);
      if (external === true && path.startsWith('.') && !existsSync(target)) {
        throw new Error(`${output} imports ${path}, which the build does not keep`);
      }
    }
  }
}

async function removeIntermediates(name: string): Promise<void> {
  // No program imports the command, so its types are not needed.
  const unneeded = name === 'apps' ? /\.d\.ts$|\.js$/ : /\.js$/;
  const folder = join(dist, name);
  for (const path of await readdir(folder, { recursive: true })) if (unneeded.test(path)) await rm(join(folder, path));
}

const bundles = await Promise.all(bundled.map(bundle));
await Promise.all(['service', ...folded].map(removeIntermediates));
for (const { path, contents } of bundles.flatMap(({ files }) => files)) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, contents);
}
await chmod(join(dist, 'apps/cli/main.js'), 0o755);
for (const { metafile } of bundles) assertImportsExist(metafile);

const page = await buildDashboard(join(dist, 'dashboard'));
const modules = [...bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs)), ...page];
const licences = await licencesOf(packagesOf(modules).map((path) => join(root, path)));
await writeFile(join(dist, 'THIRD-PARTY-LICENSES.txt'), licences);
