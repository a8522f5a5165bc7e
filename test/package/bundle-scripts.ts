import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import manifest from '../../package.json' with { type: 'json' };

/*
 * Bundles the scripts of the package into few files, because Node imports hundreds of files slowly. Packages that only the
 * command and the service need are bundled too, so that the core does not install them.
 */

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Scripts in memory. */
export type Scripts = Awaited<ReturnType<typeof bundle>>;

/** Users install these optional peers. The other optional peers are frameworks of the bindings. */
const optional = ['apache-arrow', 'bullmq', 'classic-level', 'idb', 'ioredis', 'nodemailer'];

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

/**
 * Bundles the entries of the library and the service in one build: each module is in one file, which contains the modules
 * that the same entries need. An error of a second copy of FleetError would not be `instanceof` the first.
 */
export async function bundleLibrary(dist: string): Promise<Scripts> {
  // All names of modules are relative to `src` and have no extension.
  const subpaths = Object.values(manifest.exports).flatMap((target) =>
    typeof target === 'string' ? [] : target.default.replace(/^\.\/dist\/|\.js$/g, ''),
  );
  // The code of these modules is kept apart: the modules of the values in these `index.ts`, and the schemas. A user's
  // bundler can leave out a file whose exports are unused. It cannot leave out a schema in a file that it needs, because
  // the schema is made by calls.
  const keptApart = [
    ...(await modulesOfValues('index')),
    ...(await modulesOfValues('notebook/index')),
    ...['core/records/database', 'core/records/vector-index'],
  ];
  const { files, modules } = await bundle(dist, {
    entryPoints: Object.fromEntries([...subpaths, ...keptApart].map((name) => [name, join(root, 'src', `${name}.ts`)])),
    external: [...Object.keys(manifest.dependencies), ...optional],
    plugins: [leaveFrameworksOut, resolvePortably],
  });
  const unneeded = new Set(keptApart.map((name) => join(dist, `${name}.js`)));
  return { files: files.filter(({ path }) => !unneeded.has(path)), modules };
}

async function modulesOfValues(name: string): Promise<string[]> {
  const statements = (await readFile(join(root, 'src', `${name}.ts`), 'utf8')).split(';');
  const values = statements.filter((statement) => !statement.trimStart().startsWith('export type'));
  const modules = values.flatMap((statement) => /from '\.\/(.*)\.js'/.exec(statement)?.[1] ?? []);
  return modules.map((path) => join(dirname(name), path));
}

/**
 * Bundles the command with all that it needs, RxJS included: the many files of the package RxJS take most of a start. Each
 * of its commands is loaded when it runs.
 */
export async function bundleCommand(dist: string): Promise<Scripts> {
  return bundle(join(dist, 'apps/cli'), {
    entryPoints: { main: join(root, 'src/apps/cli/main.ts') },
    external: optional,
    // No program of a user can write to the command's records, so freezing them would only cost time.
    define: { 'process.env.NODE_ENV': '"production"' },
  });
}

async function bundle(outdir: string, options: Pick<BuildOptions, 'entryPoints' | 'external' | 'plugins' | 'define'>) {
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    outdir,
    bundle: true,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    target: 'es2023',
    legalComments: 'none',
    logLevel: 'warning',
    ...options,
  });
  // These files contain our modules, packages that promise it, or esbuild's own functions. They have no side effects.
  const isPure = (path: string): boolean => /^(?:src|node_modules\/(?:d3-\w+|internmap|@date-fns\/tz))\//.test(path);
  const pure = Object.entries(metafile.outputs)
    .filter(([, { inputs }]) => Object.keys(inputs).every(isPure))
    .map(([path]) => basename(path));
  return {
    files: outputFiles.map(({ path, text }) => ({ path, text: finish(text, pure) })),
    /** The bundled modules by their paths from the root. */
    modules: Object.keys(metafile.inputs),
  };
}

export async function writeScripts({ files }: Scripts): Promise<void> {
  for (const { path, text } of files) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}

/** Bundled CommonJS packages call `require`, which ES modules do not have. */
const requireBanner =
  "import { createRequire as requireOf } from 'node:module';\nconst require = requireOf(import.meta.url);\n";

/**
 * Removes the imports that esbuild adds for side effects. With them, each file would load esbuild's own functions, and
 * the functions load `node:module`.
 */
function finish(text: string, pure: readonly string[]): string {
  const script = text.replace(/^import "([^"]+)";\n/gm, (line, path: string) =>
    pure.includes(basename(path)) ? '' : line,
  );
  return script.includes('var __require = ') ? requireBanner + script : script;
}
