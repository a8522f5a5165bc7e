import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { buildDashboard } from './build-dashboard.js';
import { licencesOf, packagesOf } from './licences.js';

/*
 * The last step of `npm run build`. It bundles the library, the service and the command into few files, because Node
 * imports hundreds of files slowly. Packages that only the command and the service need are bundled too, so that the core
 * does not install them (docs/internals/decisions.md). It also builds the page of the dashboard.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'dist');

const command = 'apps/cli/main';

/** Bundled CommonJS packages of the command call `require`, which ES modules do not have. */
const requireBanner =
  "import { createRequire as requireOf } from 'node:module';\nconst require = requireOf(import.meta.url);\n";

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Users install these optional peers. The other optional peers are frameworks of the bindings. */
const optional = ['apache-arrow', 'bullmq', 'classic-level', 'idb', 'ioredis', 'rate-limiter-flexible'];

const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest;

/** The modules of the subpaths. All names of modules are relative to `src` and have no extension. */
const subpaths = Object.values(manifest.exports).flatMap((target) =>
  typeof target === 'string' ? [] : target.default.replace(/^\.\/dist\/|\.js$/g, ''),
);

/**
 * Modules whose code is kept apart: the modules of the values in `index.ts`, and the schemas. A user's bundler can leave
 * out a file whose exports are unused. It cannot leave out a schema in a file that it needs, because the schema is made
 * by calls.
 */
const keptApart = [...(await modulesOfValues('index')), 'core/records/database', 'core/records/vector-index'];

async function modulesOfValues(name: string): Promise<string[]> {
  const statements = (await readFile(join(root, 'src', `${name}.ts`), 'utf8')).split(';');
  const values = statements.filter((statement) => !statement.trimStart().startsWith('export type'));
  return values.flatMap((statement) => /from '\.\/(.*)\.js'/.exec(statement)?.[1] ?? []);
}

/** The bindings import the user's frameworks. */
const leaveFrameworksOut: Plugin = {
  name: 'leave-frameworks-out',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, importer }) =>
      importer.startsWith(join(root, 'src/bindings')) ? { path, external: true } : undefined,
    );
  },
};

/** Resolves packages to their builds for every platform. Their builds for Node import `node:*`. */
const resolvePortably: Plugin = {
  name: 'resolve-portably',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^(?:h3|srvx)$/ }, ({ path, kind, resolveDir }) =>
      resolve(`${path}/generic`, { kind, resolveDir }),
    );
  },
};

// One build for all entries: each module is in one file, which contains the modules that the same entries need. An error
// of a second copy of FleetError would not be `instanceof` the first.
const { metafile, outputFiles } = await build({
  entryPoints: Object.fromEntries(
    [...subpaths, command, ...keptApart].map((name) => [name, join(root, 'src', `${name}.ts`)]),
  ),
  absWorkingDir: root,
  outdir: dist,
  bundle: true,
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  write: false,
  metafile: true,
  platform: 'node',
  format: 'esm',
  target: 'es2023',
  external: [...Object.keys(manifest.dependencies), ...optional],
  plugins: [leaveFrameworksOut, resolvePortably],
  legalComments: 'none',
  logLevel: 'warning',
});

/** The files that contain our modules alone, or esbuild's own functions. They have no side effects. */
const pure = Object.entries(metafile.outputs)
  .filter(([, { inputs }]) => Object.keys(inputs).every((path) => path.startsWith('src/')))
  .map(([path]) => basename(path));

/**
 * Removes the imports that esbuild adds for side effects. With them, each file would load esbuild's own functions, and
 * the functions load `node:module`.
 */
function finish(text: string): string {
  const script = text.replace(/^import "([^"]+)";\n/gm, (line, path: string) =>
    pure.includes(basename(path)) ? '' : line,
  );
  return script.includes('var __require = ') ? requireBanner + script : script;
}

// No program imports the command, so its types are not needed.
await rm(join(dist, 'apps'), { recursive: true });
const unneeded = new Set(keptApart.map((name) => join(dist, `${name}.js`)));
for (const { path, text } of outputFiles.filter((file) => !unneeded.has(file.path))) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, finish(text));
}
await chmod(join(dist, `${command}.js`), 0o755);

const page = await buildDashboard(join(dist, 'dashboard'));
const modules = [...Object.keys(metafile.inputs), ...page];
const licences = await licencesOf(packagesOf(modules).map((path) => join(root, path)));
await writeFile(join(dist, 'THIRD-PARTY-LICENSES.txt'), licences);
