import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile, type OutputFile, type Plugin } from 'esbuild';
import { bundledPackages, licencesOf } from './licences.js';

/*
 * The last step of `npm run build`: what only the command and the service need is folded into them, so that nobody
 * who installs the core installs it too (docs/decisions.md).
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'dist');

/** The rooms that are bundled, each with its one entry. Nothing but the entry's JavaScript is left of them. */
const entries = ['service/index.js', 'cli/main.js'];

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest;

/** Other rooms are shared by all entries: a second copy of FleetError would not be `instanceof` the first. */
function keepOtherRoomsOutside(room: string): Plugin {
  return {
    name: 'keep-other-rooms-outside',
    setup({ onResolve }) {
      onResolve({ filter: /^\.\.\// }, ({ path, resolveDir }) => {
        const target = relative(room, join(resolveDir, path));
        const isOurs = resolveDir === room || resolveDir.startsWith(room + sep);
        return isOurs && target.startsWith('..') ? { path: target, external: true, sideEffects: false } : undefined;
      });
    },
  };
}

async function bundle(entry: string): Promise<{ metafile: Metafile; file: OutputFile }> {
  const { metafile, outputFiles } = await build({
    entryPoints: [join(dist, entry)],
    absWorkingDir: root,
    outdir: dirname(join(dist, entry)),
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)],
    plugins: [keepOtherRoomsOutside(dirname(join(dist, entry)))],
    // Bundled CommonJS packages ask for Node's modules by `require`, which ES modules do not have.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module';\nconst require = requireOf(import.meta.url);",
    },
    legalComments: 'none',
    logLevel: 'warning',
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error(`${entry}: esbuild made nothing`);
  return { metafile, file };
}

/** An import that leads nowhere would be found by the first user only. */
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

async function removeIntermediates(entry: string): Promise<void> {
  const room = join(dist, dirname(entry));
  // Nobody imports the command, so nobody needs its types.
  const unneeded = dirname(entry) === 'cli' ? /\.d\.ts$|\.js$/ : /\.js$/;
  for (const name of await readdir(room, { recursive: true })) if (unneeded.test(name)) await rm(join(room, name));
}

const bundles = await Promise.all(entries.map(bundle));
await Promise.all(entries.map(removeIntermediates));
for (const { file } of bundles) {
  await mkdir(dirname(file.path), { recursive: true });
  await writeFile(file.path, file.contents);
  if (basename(file.path) === 'main.js') await chmod(file.path, 0o755);
}
for (const { metafile } of bundles) assertImportsExist(metafile);

const packages = bundledPackages(bundles.map(({ metafile }) => metafile));
await writeFile(join(dist, 'THIRD-PARTY-LICENSES.txt'), await licencesOf(packages.map((path) => join(root, path))));
