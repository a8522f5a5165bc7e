import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isBuiltin } from 'node:module';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { openTerminal } from '../apps/cli/terminal.js';
import { root } from '../docs/root.js';
import { findDeno } from '../runtimes/find-deno.js';
import { createConsumer } from './consumer.js';
import { typeErrors } from './type-errors.js';
import { onEvery, onNode, readDeclarations } from './user-programs.js';

const deno = findDeno();
const consumer = await createConsumer();
afterAll(() => consumer.remove());

const textOf = (file: string): Promise<string> =>
  readFile(join(consumer.folder, 'node_modules/fleetglass', file), 'utf8');

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const readManifest = async (path: string): Promise<Manifest> => JSON.parse(await readFile(path, 'utf8')) as Manifest;

/** The packages that src imports, statically or dynamically, without imports of only types, examples and modules of Node. */
async function importedPackages(): Promise<string[]> {
  const entries = await readdir(join(root, 'src'), { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const imports = texts.flatMap((text) => [
    ...text.matchAll(/^(?!import type| *\*).*(?:from|await import\() ?'((?:@[^/']+\/)?[a-z][\w-]*)[/']/gm),
  ]);
  return [...new Set(imports.map(([, name = '']) => name))].filter((name) => name !== 'node');
}

/**
 * The files of the package that are loaded with one of them, each time.
 *
 * @param late Matches imports that are loaded later. They are loaded too.
 */
async function loadedWith(file: string, late?: RegExp, loaded = new Set<string>()): Promise<Set<string>> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  const text = await textOf(file);
  const imports = [
    ...text.matchAll(/^(?:import|export|\}) ?(?:.* )?"(\.\.?\/[^"]+)"/gm),
    ...(late ? text.matchAll(late) : []),
  ];
  for (const [, next = ''] of imports) await loadedWith(join(dirname(file), next), late, loaded);
  return loaded;
}

const textsOf = (files: Iterable<string>): Promise<string[]> => Promise.all([...files].map(textOf));

/** The modules in these files. The build names each above its code. */
async function modulesOf(files: Iterable<string>): Promise<string[]> {
  const names = (await textsOf(files)).flatMap((text) =>
    [...text.matchAll(/^\/\/ (\S+\.[a-z]+)$/gm)].map(([, name = '']) => name),
  );
  return [...new Set(names)];
}

/** The packages and the modules of Node that these files import at once. */
async function packagesOf(files: Iterable<string>): Promise<Set<string>> {
  const texts = await textsOf(files);
  const imports = texts.flatMap((text) => [...text.matchAll(/^(?:import|\}) .*?from "([^."][^"]*)"/gm)]);
  return new Set(imports.map(([, name = '']) => name));
}

describe('the published package', () => {
  test('contains only the build, its licences and the example that `fleetglass watch --init` writes', () => {
    const allowed = [
      /^dist\/(?:index|(?:devtools|format|monitor|notebook|proxy|service|(?:bindings|persistence|probes|sharing)\/[a-z-]+)\/index|service\/memory)\.js$/,
      /^dist\/(?:[a-z-]+\/){0,2}[a-z0-9-]+\.d\.ts$/,
      // Code that several entries share, or that a command loads late.
      /^dist\/(?:apps\/cli\/)?chunks\/[a-z-]+-[A-Z0-9]{8}\.js$/,
      /^dist\/apps\/cli\/main\.js$/,
      /^dist\/dashboard\/(?:index\.html|assets\/[a-z-]+-[\w-]{8}\.(?:js|css|svg))$/,
      /^dist\/(?:THIRD-PARTY-LICENSES\.txt|bundled\.cdx\.json)$/,
    ];
    const others = consumer.published.filter((path) => !allowed.some((pattern) => pattern.test(path)));
    expect(others.toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'docs/examples/monitor/fleetglass.yaml',
      'docs/examples/monitor/ids.txt',
      'package.json',
    ]);
  });

  test('contains no path of the build machine', async () => {
    const texts = await textsOf(consumer.published);
    const built = process.cwd();
    expect(consumer.published.filter((_, at) => texts[at]?.includes(built))).toEqual([]);
  });

  test('installs only ofetch, rxjs, valibot and their dependencies', async () => {
    const needs = ['ofetch', 'rxjs', 'valibot'].map(async (name) => {
      const { dependencies = {} } = await readManifest(join(consumer.folder, 'node_modules', name, 'package.json'));
      return [name, ...Object.keys(dependencies)];
    });
    expect(await consumer.installed()).toEqual(['fleetglass', ...(await Promise.all(needs)).flat()].toSorted());
  });

  test('contains the licence of every bundled package, and a bill of materials that lists them', async () => {
    const { dependencies, peerDependencies } = await readManifest(join(root, 'package.json'));
    const installed = Object.keys({ ...dependencies, ...peerDependencies });
    const bundled = ['react', ...(await importedPackages()).filter((name) => !installed.includes(name))];
    const licences = await textOf('dist/THIRD-PARTY-LICENSES.txt');
    const headings = [...licences.matchAll(/^(\S+) \d+\.\d+\.\d+ \([\w.-]+\)$/gm)].map(([, name]) => name);
    expect(bundled).toContain('h3');
    expect(headings).toEqual(expect.arrayContaining(bundled));
    const { components } = JSON.parse(await textOf('dist/bundled.cdx.json')) as { components: { name: string }[] };
    expect(components.map(({ name }) => name)).toEqual(headings);
  });

  test('has commands and a service that import only installed packages', async () => {
    const { dependencies = {} } = await readManifest(join(root, 'package.json'));
    const programs = ['apps/cli/main', 'monitor/index', 'service/index', 'service/memory'];
    const scripts = new Set<string>();
    for (const program of programs) await loadedWith(`dist/${program}.js`, /\bimport\("(\.[^"]+)"\)/g, scripts);
    const texts = await textsOf(scripts);
    const imports = texts.flatMap((text) => [
      ...text.matchAll(/^(?:import|export|\} from) .*?["']((?:@[^/"']+\/)?[a-z][\w-]*)[/"']/gm),
      ...text.matchAll(/^(?:import|\} from) "([a-z@][^"]*)"/gm),
      ...text.matchAll(/\bimport\("([a-z@][^"]*)"\)/g),
    ]);
    const names = [...new Set(imports.map(([, name = '']) => name))];
    const foreign = names.filter((name) => !isBuiltin(name) && !Object.hasOwn(dependencies, name));
    expect(names).toContain('rxjs');
    const optional = ['apache-arrow', 'bullmq', 'classic-level', 'ioredis', 'nodemailer'];
    expect(foreign.toSorted()).toEqual(optional);
  });

  test.runIf(inject('hasTerminal'))('shows the board of the demonstration on a terminal', async () => {
    const command = join(consumer.folder, 'node_modules/.bin/fleetglass');
    const terminal = openTerminal([process.execPath, command, 'demo'], 100);
    await terminal.shows(/sessions/);
    terminal.type('q');
    expect(await terminal.exitCode).toBe(0);
  });

  test('has each module of the library once, so that all entries share its classes', async () => {
    const scripts = consumer.published.filter((path) => /^dist\/(?!dashboard\/|apps\/).*\.js$/.test(path));
    const modules = (await Promise.all(scripts.map((script) => modulesOf([script])))).flatMap((names) => [...names]);
    expect(modules).toContain('src/core/shared/fleet-error.ts');
    expect(modules.filter((name, at) => modules.indexOf(name) !== at)).toEqual([]);
    const texts = await textsOf(scripts);
    expect(texts.filter((text) => /class \w*FleetError|FleetError\w* = class/.test(text))).toHaveLength(1);
    const output = await consumer.run(`
      import { FleetError } from 'fleetglass';
      import { createControlClient } from 'fleetglass/service';
      try {
        createControlClient({ baseUrl: 'ftp://127.0.0.1', token: 't' });
      } catch (error) {
        console.log(error instanceof FleetError, error.code);
      }`);
    expect(output).toBe('true invalid-request\n');
  });
});

const ofCore = (...names: readonly string[]): readonly string[] => names.map((name) => `core/${name}`);

/** The folders of the core that a subpath needs if it works with a fleet and its limits. */
const ofFleet = ofCore('client', 'fleet', 'limits', 'polling', 'records', 'shared', 'store', 'wire');

/** The subpaths that every platform loads, with the folders of `src` that contain their code. */
const portable: readonly (readonly [subpath: string, ...folders: string[]])[] = [
  ['index', ...ofFleet],
  ['format/index', 'core/records', 'format'],
  ['devtools/index', ...ofFleet.filter((folder) => folder !== 'core/limits'), 'devtools', 'format'],
  ['proxy/index', ...ofCore('client', 'polling', 'records', 'shared', 'wire'), 'proxy'],
  ...['indexeddb', 'unstorage'].map(
    (name) => [`persistence/${name}/index`, ...ofFleet, 'persistence', `persistence/${name}`] as const,
  ),
  ['sharing/tabs/index', ...ofCore('polling', 'records', 'shared', 'store', 'wire'), 'sharing', 'sharing/tabs'],
  ['probes/vector/index', 'core/shared', 'core/wire', 'probes', 'probes/vector'],
  ['probes/json/index', 'core/shared', 'core/wire', 'probes', 'probes/json'],
  ['notebook/index', ...ofFleet, 'format', 'notebook'],
  ['service/memory', ...ofCore('records', 'shared', 'wire'), 'http', 'service'],
  ...['angular', 'lit', 'preact', 'react', 'solid', 'svelte', 'vue'].map(
    (name) => [`bindings/${name}/index`, 'bindings', `bindings/${name}`, ...ofFleet] as const,
  ),
  ['bindings/preact-signals/index', 'bindings', 'bindings/preact', 'bindings/preact-signals', ...ofFleet],
];

const inFolders: typeof portable = [...portable, ['probes/redis/index', 'core/shared', 'probes', 'probes/redis']];

test.each(inFolders)(
  'the entry %s, installed, loads the code of its own folders and of no other',
  async (subpath, ...folders) => {
    const modules = await modulesOf(await loadedWith(`dist/${subpath}.js`));
    const folderOf = /^src\/((?:core|bindings|persistence|probes|sharing)(?:\/[\w-]+(?=\/))?|[\w-]+)\//;
    expect([...new Set(modules.flatMap((path) => folderOf.exec(path)?.[1] ?? []))].toSorted()).toEqual(folders);
  },
);

test.each(portable)('the entry %s, installed, loads no module of Node', async (subpath) => {
  const texts = await textsOf(await loadedWith(`dist/${subpath}.js`));
  const ofNode = /(?:from|import|require)\s*\(?\s*["']node:|\bcreateRequire\b/;
  expect(texts.filter((text) => ofNode.test(text))).toEqual([]);
});

test.each([
  ['sharing/redis', ['node:crypto']],
  ['probes/redis', ['ioredis', 'node:net', 'node:stream', 'node:tls']],
])('the entry %s/index, installed, loads at once only these packages: %j', async (subpath, needed) => {
  expect(await packagesOf(await loadedWith(`dist/${subpath}/index.js`))).toEqual(new Set(needed));
});

test('the monitor, installed, loads no code of the applications, the bindings or the service', async () => {
  const modules = await modulesOf(await loadedWith('dist/monitor/index.js'));
  const folders = modules.flatMap((path) => /^src\/([\w-]+)\//.exec(path)?.[1] ?? []);
  expect([...new Set(folders)].toSorted()).toEqual(['core', 'format', 'http', 'monitor', 'persistence', 'sharing']);
});

test('the core, installed, bundles for a browser without Node modules, and loads without Node globals', async () => {
  // A module of Node is an error.
  const { outputFiles } = await build({
    stdin: { contents: "export * from 'fleetglass';", resolveDir: consumer.folder },
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'fleetglass',
    logLevel: 'silent',
    write: false,
  });
  const web = { AbortController, Headers, Request, Response, TextDecoder, TextEncoder, URL, btoa, fetch, performance };
  const page = createContext({ ...web, clearTimeout, setTimeout });
  const script = `${outputFiles[0]?.text}
    const credentials = { username: 'me', password: 'secret' };
    const client = fleetglass.createManagementClient({ baseUrl: 'https://example.com', credentials });
    [typeof client.createDatabase, fleetglass.decodeDatabase('{"database_id":"1"}').record.database_id].join();`;
  expect(runInContext(script, page)).toBe('function,1');
});

describe('the local service, installed', () => {
  test('runs the example of the README as printed, without other packages', async () => {
    const readme = await textOf('README.md');
    // Contains no types, so that it is valid JavaScript.
    const [, example, printed] = /```ts\n(.*?)```.*?```text\n(.*?)```/s.exec(readme) ?? [];
    const output = await consumer.run(example ?? 'throw new Error("the README has no example")');
    expect(output).toBe(printed);
  });

  test('names the package to install if it gets a directory and classic-level is not installed', async () => {
    const output = await consumer.run(`
      import { createService } from 'fleetglass/service';
      const service = createService({ credentials: { username: 'me', password: 'secret' }, directory: 'kept' });
      await service.listen().catch((error) => console.log(error.message));
      await service.close();`);
    expect(output).toContain('npm install classic-level');
  });
});

describe('the page of the dashboard, installed', () => {
  const page = 'dist/dashboard/';

  test('loads only its own files, and runs no inline script', async () => {
    const html = await textOf(`${page}index.html`);
    const addresses = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address);
    expect(addresses.length).toBeGreaterThan(2);
    for (const address of addresses) expect(consumer.published).toContain(join(page, address));
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/);
    const files = consumer.published.filter((path) => path.startsWith(page));
    const texts = await textsOf(files);
    // Links and names of namespaces are allowed, because they cause no request.
    const request = /import\(?["'](?!\.)|url\((?!["']?[.#])|@import|\beval\(/;
    expect(files.filter((_, at) => request.test(texts[at] ?? ''))).toEqual([]);
  });

  test('starts with exactly the scripts of the size limit', async () => {
    const html = await textOf(`${page}index.html`);
    const first = [...html.matchAll(/<(?:script|link rel="modulepreload")[^>]*(?:src|href)="\.\/([^"]*)"/g)];
    const scripts = new Set<string>();
    for (const [, name = ''] of first) await loadedWith(page + name, /(?:\bfrom|\bimport) ?"(\.\/[^"]+)"/g, scripts);
    const limit = /^dist\/dashboard\/assets\/(?:index|page)-.{8}\.js$/;
    const limited = consumer.published.filter((path) => limit.test(path));
    expect([...scripts].toSorted()).toEqual(limited.toSorted());
  });
});

test('the command, installed, prints its usage, and loads the modules of the board only for the board', async () => {
  expect(await consumer.npx('fleetglass', '--help')).toMatch(/^Usage: fleetglass/);
  const holders = async (files: Iterable<string>): Promise<string[]> => {
    const texts = await Promise.all([...files].map(async (file) => [file, await textOf(file)] as const));
    return texts.filter(([, text]) => text.includes('?1049h')).map(([file]) => file);
  };
  const scripts = consumer.published.filter((path) => /^dist\/apps\/.*\.js$/.test(path));
  expect(await holders(scripts)).toHaveLength(1);
  const loaded = await loadedWith('dist/apps/cli/main.js');
  expect(loaded.size).toBeGreaterThan(1);
  expect(await holders(loaded)).toEqual([]);
});

test.each([...onNode, ...onEvery])('Node runs the $name', async ({ source, printed }) => {
  expect(await consumer.run(source)).toBe(printed);
});

test.skipIf(deno === undefined).each(onEvery)('Deno runs the $name, from npm', async ({ source, printed }) => {
  expect(await consumer.run(source, deno)).toBe(printed);
});

// framework-versions.prove.ts reads the other declarations, with each version of TypeScript.
test('the package has types for pages with a notebook, without apache-arrow', async () => {
  await writeFile(join(consumer.folder, 'notebook.ts'), readDeclarations(['/notebook']));
  const lib = ['es2024', 'dom', 'dom.iterable', 'esnext.disposable'];
  const options = { lib, types: [], skipLibCheck: false, skipDefaultLibCheck: true, exactOptionalPropertyTypes: true };
  expect(await typeErrors(consumer.folder, ['notebook.ts'], options)).toBe('');
}, 120_000);
