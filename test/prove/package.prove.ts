import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBuiltin } from 'node:module';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openTerminal } from '../apps/cli/terminal.js';
import { findDeno } from '../runtimes/find-deno.js';
import { createConsumer, type Consumer } from './consumer.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** With every declaration file checked, the declarations of valibot make the compiler slow. */
const COMPILER_MS = 120_000;
const BROWSER = { lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable', 'esnext.disposable'], types: [] };
const NODE = { lib: ['es2023', 'esnext.disposable'], types: ['node'] };

const deno = findDeno();
let consumer: Consumer;
beforeAll(async () => {
  consumer = await createConsumer();
}, 180_000);
afterAll(() => consumer.remove());

const textOf = (file: string): Promise<string> =>
  readFile(join(consumer.folder, 'node_modules/fleetglass', file), 'utf8');

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const readManifest = async (path: string): Promise<Manifest> => JSON.parse(await readFile(path, 'utf8')) as Manifest;

/** The packages that src imports, statically or dynamically, without imports of types alone, examples and modules of Node. */
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

/** The modules in these files. The build names each above its code. */
async function modulesOf(files: Iterable<string>): Promise<string[]> {
  const texts = await Promise.all([...files].map(textOf));
  const names = texts.flatMap((text) => [...text.matchAll(/^\/\/ (\S+\.[a-z]+)$/gm)].map(([, name = '']) => name));
  return [...new Set(names)];
}

describe('the published package', () => {
  test('contains only the build and its licences', () => {
    const allowed = [
      /^dist\/(?:index|(?:format|monitor|notebook|proxy|service|(?:bindings|persistence|probes|sharing)\/[a-z-]+)\/index|service\/memory)\.js$/,
      /^dist\/(?:[a-z-]+\/){0,2}[a-z0-9-]+\.d\.ts$/,
      // Code that several entries share, or that a command loads late.
      /^dist\/(?:apps\/cli\/)?chunks\/[a-z-]+-[A-Z0-9]{8}\.js$/,
      /^dist\/apps\/cli\/main\.js$/,
      /^dist\/dashboard\/(?:index\.html|assets\/[a-z-]+-[\w-]{8}\.(?:js|css|svg))$/,
      /^dist\/THIRD-PARTY-LICENSES\.txt$/,
    ];
    const others = consumer.published.filter((path) => !allowed.some((pattern) => pattern.test(path)));
    expect(others.toSorted()).toEqual(['LICENSE', 'README.md', 'package.json']);
  });

  test('contains no path of the build machine', async () => {
    const texts = await Promise.all(consumer.published.map(textOf));
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

  test('contains the licence of every bundled package', async () => {
    const { dependencies, peerDependencies } = await readManifest(join(root, 'package.json'));
    const installed = Object.keys({ ...dependencies, ...peerDependencies });
    const bundled = ['react', ...(await importedPackages()).filter((name) => !installed.includes(name))];
    const licences = await textOf('dist/THIRD-PARTY-LICENSES.txt');
    const headings = [...licences.matchAll(/^(\S+) \d+\.\d+\.\d+ \([\w.-]+\)$/gm)].map(([, name]) => name);
    expect(bundled).toContain('h3');
    expect(headings).toEqual(expect.arrayContaining(bundled));
  });

  test('has commands and a service that import only installed packages', async () => {
    const { dependencies = {} } = await readManifest(join(root, 'package.json'));
    const programs = [
      'dist/apps/cli/main.js',
      'dist/monitor/index.js',
      'dist/service/index.js',
      'dist/service/memory.js',
    ];
    const scripts = new Set<string>();
    for (const program of programs) await loadedWith(program, /\bimport\("(\.[^"]+)"\)/g, scripts);
    const texts = await Promise.all([...scripts].map(textOf));
    const imports = texts.flatMap((text) => [
      ...text.matchAll(/^(?:import|export|\} from) .*?["']((?:@[^/"']+\/)?[a-z][\w-]*)[/"']/gm),
      ...text.matchAll(/^(?:import|\} from) "([a-z@][^"]*)"/gm),
      ...text.matchAll(/\bimport\("([a-z@][^"]*)"\)/g),
    ]);
    const names = [...new Set(imports.map(([, name = '']) => name))];
    const foreign = names.filter((name) => !isBuiltin(name) && !Object.hasOwn(dependencies, name));
    expect(names).toContain('rxjs');
    expect(foreign.toSorted()).toEqual(['bullmq', 'classic-level', 'ioredis', 'rate-limiter-flexible']);
  });

  test.runIf(inject('hasTerminal'))('shows the board of the demonstration on a terminal', async () => {
    const terminal = openTerminal(
      [process.execPath, join(consumer.folder, 'node_modules/.bin/fleetglass'), 'demo'],
      100,
    );
    await terminal.shows(/sessions/);
    terminal.type('q');
    expect(await terminal.exitCode).toBe(0);
  });

  test('has each module of the library once, so that all entries share its classes', async () => {
    const scripts = consumer.published.filter((path) => /^dist\/(?!dashboard\/|apps\/).*\.js$/.test(path));
    const modules = (await Promise.all(scripts.map((script) => modulesOf([script])))).flatMap((names) => [...names]);
    expect(modules).toContain('src/core/shared/fleet-error.ts');
    expect(modules.filter((name, at) => modules.indexOf(name) !== at)).toEqual([]);
    const texts = await Promise.all(scripts.map(textOf));
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

const core = ['client', 'fleet', 'limits', 'polling', 'records', 'shared', 'store', 'wire'];

/** Returns these folders of the core. */
const ofCore = (...names: readonly string[]): readonly string[] => names.map((name) => `core/${name}`);

/** The folders of the core that a store needs: it keeps and restores entries, unconfirmed creates and usage. */
const ofStores = ofCore('fleet', 'limits', 'records', 'shared', 'store', 'wire');

/** The folders of the core that a binding needs: limits and their summary, which waits, transitions, and the creation of databases. */
const ofBindings = ofCore('client', 'fleet', 'limits', 'polling', 'records', 'shared', 'store', 'wire');

/** The subpaths that every platform loads, with the folders of `src` that contain their code. */
const portable: readonly (readonly [subpath: string, ...folders: string[]])[] = [
  ['index', ...ofCore(...core)],
  ['format/index', 'core/records', 'format'],
  ['proxy/index', ...ofCore('client', 'polling', 'records', 'shared', 'wire'), 'proxy'],
  ...['indexeddb', 'unstorage'].map(
    (name) => [`persistence/${name}/index`, ...ofStores, 'persistence', `persistence/${name}`] as const,
  ),
  ['sharing/tabs/index', ...ofCore('polling', 'records', 'shared', 'store', 'wire'), 'sharing', 'sharing/tabs'],
  ['probes/vector/index', 'core/shared', 'core/wire', 'probes', 'probes/vector'],
  ['probes/json/index', 'core/shared', 'core/wire', 'probes', 'probes/json'],
  ['notebook/index', ...ofCore(...core), 'format', 'notebook'],
  ['service/memory', ...ofCore('records', 'shared', 'wire'), 'http', 'service'],
  ...['angular', 'lit', 'preact', 'react', 'solid', 'svelte', 'vue'].map(
    (name) => [`bindings/${name}/index`, 'bindings', `bindings/${name}`, ...ofBindings] as const,
  ),
  ['bindings/preact-signals/index', 'bindings', 'bindings/preact', 'bindings/preact-signals', ...ofBindings],
];

describe.each(portable)('the entry %s, installed', (subpath, ...folders) => {
  test('loads the code of its own folders and of no other', async () => {
    const modules = await modulesOf(await loadedWith(`dist/${subpath}.js`));
    const folderOf = /^src\/((?:core|bindings|persistence|probes|sharing)(?:\/[\w-]+(?=\/))?|[\w-]+)\//;
    expect([...new Set(modules.flatMap((path) => folderOf.exec(path)?.[1] ?? []))].toSorted()).toEqual(folders);
  });

  test('loads no module of Node', async () => {
    const texts = await Promise.all([...(await loadedWith(`dist/${subpath}.js`))].map(textOf));
    expect(texts.filter((text) => /["']node:|\bcreateRequire\b/.test(text))).toEqual([]);
  });
});

describe('the sharing over Redis, installed', () => {
  test('loads none of its optional packages before a fleet joins', async () => {
    const texts = await Promise.all([...(await loadedWith('dist/sharing/redis/index.js'))].map(textOf));
    const packages = texts.flatMap((text) => [...text.matchAll(/^(?:import|\}) .*?from "([^."][^"]*)"/gm)]);
    expect(new Set(packages.map(([, name]) => name))).toEqual(new Set(['node:crypto', 'valibot']));
  });

  test('tells which packages it lacks, and lets the fleet poll alone', async () => {
    const output = await consumer.run(`
      import { createFleet } from 'fleetglass';
      import { createMemoryService } from 'fleetglass/service/memory';
      import { replicas } from 'fleetglass/sharing/redis';
      const credentials = { username: 'demo', password: 'demo' };
      const service = createMemoryService({ credentials });
      const sharing = replicas({ connection: 'redis://localhost', scope: 'acme' });
      const fleet = createFleet({ baseUrl: 'http://localhost', credentials, fetch: service.fetch, sharing });
      await fleet.indices.refresh();
      for await (const { sharing } of fleet.polling.status)
        if (sharing.state === 'alone') {
          console.log(sharing.message);
          break;
        }
      fleet.dispose();
      await sharing.close();
      await service.close();`);
    expect(output).toBe(
      'Sharing over Redis needs the packages bullmq, ioredis and rate-limiter-flexible, which are not all installed: ' +
        'run `npm install bullmq ioredis rate-limiter-flexible`.\n',
    );
  });
});

describe('the usage sources, installed', () => {
  test('of Redis loads its own code, modules of Node, ioredis and valibot', async () => {
    const files = await loadedWith('dist/probes/redis/index.js');
    const folders = (await modulesOf(files)).map((path) => path.replace(/\/[^/]*$/, ''));
    expect([...new Set(folders)].toSorted()).toEqual(
      ['core/shared', 'probes', 'probes/redis'].map((folder) => `src/${folder}`),
    );
    const texts = await Promise.all([...files].map(textOf));
    const packages = texts.flatMap((text) => [...text.matchAll(/^(?:import|\}) .*?from "([^."][^"]*)"/gm)]);
    expect(new Set(packages.map(([, name]) => name))).toEqual(
      new Set(['ioredis', 'node:net', 'node:stream', 'node:tls', 'valibot']),
    );
  });

  test('of JSON and vector indices run in Node without further packages', async () => {
    const output = await consumer.run(`
      import { addUsageSource, createFleet, FleetError, limitsOf } from 'fleetglass';
      import { jsonEndpoint } from 'fleetglass/probes/json';
      import { vectorInfo } from 'fleetglass/probes/vector';
      import { createMemoryService } from 'fleetglass/service/memory';
      const credentials = { username: 'demo', password: 'demo' };
      const service = createMemoryService({ credentials, seed: { indices: [{ id: 'products' }] } });
      const fleet = createFleet({ baseUrl: 'http://localhost', credentials, fetch: service.fetch });
      addUsageSource(fleet, vectorInfo({ fetch: service.fetch }));
      await fleet.indices.refresh();
      for await (const [vectors] of limitsOf(fleet, 'index', 'products')) if (vectors.used > 0) break;
      console.log('read');
      try {
        jsonEndpoint({});
      } catch (error) {
        console.log(error instanceof FleetError, error.code);
      }
      fleet.dispose();
      await service.close();`);
    expect(output).toBe('read\ntrue invalid-request\n');
  });

  test(
    'have types for a page, without those of Node',
    async () => {
      const errors = await consumer.typeErrors(
        `import { addUsageSource, createFleet, type UsageSource } from 'fleetglass';
       import { jsonEndpoint } from 'fleetglass/probes/json';
       import { vectorInfo } from 'fleetglass/probes/vector';
       const fleet = createFleet({ baseUrl: '/fleet' });
       export const source: UsageSource<'index'> = vectorInfo({ tokenOf: ({ id }) => id });
       addUsageSource(fleet, source);
       const shared = { name: 'inventory', url: () => 'https://inventory.example.com' };
       addUsageSource(fleet, jsonEndpoint({ ...shared, resource: 'database', values: () => ({ db_max_clients: 1 }) }));
       addUsageSource(
         fleet,
         jsonEndpoint({ ...shared, resource: 'index', valuesById: () => [['a', { max_vector_count: 1 }]] }),
       );
       // @ts-expect-error The types are there: a database has no such limit.
       jsonEndpoint({ ...shared, resource: 'database', values: () => ({ max_vector_count: 1 }) });`,
        BROWSER,
      );
      expect(errors).toBe('');
    },
    COMPILER_MS,
  );
});

describe('the notebook, installed', () => {
  test('shows and captures a fleet without apache-arrow, and names it when it is needed', async () => {
    const output = await consumer.run(`
      import { createFleet, waitFor } from 'fleetglass';
      import { capture, jupyterDisplay, saveHistory, showFleet, toCsv } from 'fleetglass/notebook';
      const fetch = async () => Response.json({ database_id: 'a', database_name: 'orders', state: 'active' });
      const fleet = createFleet({ baseUrl: 'https://example.com', fetch });
      const captured = capture(fleet, { everyMs: 100, fields: ['state'] });
      fleet.databases.add(['a']);
      await waitFor(fleet, 'a', ({ state }) => state === 'active');
      console.log(showFleet(fleet)[jupyterDisplay]()['text/html'].includes('orders'));
      captured.stop();
      const { history } = captured;
      console.log(toCsv(history).includes('active'));
      await saveHistory(history).catch((error) => console.log(error.message.includes('npm install apache-arrow')));
      fleet.dispose();`);
    expect(output).toBe('true\ntrue\ntrue\n');
  });

  test(
    'has types for pages, without apache-arrow',
    async () => {
      const errors = await consumer.typeErrors(
        `import { createFleet } from 'fleetglass';
       import { capture, compare, live, showFleet, type Display, type History } from 'fleetglass/notebook';
       const fleet = createFleet({ baseUrl: 'https://example.com' });
       export const display: Display = showFleet(fleet);
       export const { signal } = new AbortController();
       export const history: History = capture(fleet, { everyMs: 1000, fields: ['state'] }).history;
       for await (const node of live(fleet, showFleet, { signal }).elements()) document.body.replaceChildren(node);
       export const comparison: Display = await compare(history, { fast: { cadence: () => 5000 } });
       // @ts-expect-error The types are there: the name of a field is a text.
       capture(fleet, { everyMs: 1000, fields: [1] });`,
        { lib: ['es2024', 'dom', 'dom.iterable', 'esnext.disposable'], types: [] },
      );
      expect(errors).toBe('');
    },
    COMPILER_MS,
  );
});

describe('the monitor, installed', () => {
  test('loads no code of the applications, the bindings or the service', async () => {
    const modules = await modulesOf(await loadedWith('dist/monitor/index.js'));
    const folders = modules.flatMap((path) => /^src\/([\w-]+)\//.exec(path)?.[1] ?? []);
    expect([...new Set(folders)].toSorted()).toEqual(['core', 'format', 'http', 'monitor', 'persistence', 'sharing']);
  });

  test('evaluates rules and serves metrics without further packages', async () => {
    const output = await consumer.run(`
      import { createFleet, FleetError } from 'fleetglass';
      import { createMonitor, startMonitorServer } from 'fleetglass/monitor';
      const fetch = async () => Response.json({ database_id: 'a', state: 'suspended' });
      const fleet = createFleet({ baseUrl: 'https://example.com', fetch });
      const monitor = createMonitor({ fleet, rules: [{ name: 'suspended', kind: 'state', in: ['suspended'] }] });
      const fired = new Promise((resolve) => monitor.events.subscribe(({ alert }) => resolve(alert.key)));
      const server = await startMonitorServer(monitor, { port: 0 });
      fleet.databases.add(['a']);
      console.log(await fired);
      const answer = await globalThis.fetch(server.url + '/metrics');
      console.log((await answer.text()).includes('fleetglass_build_info{version="0'));
      try {
        monitor.setRules([{}]);
      } catch (error) {
        console.log(error instanceof FleetError, error.code);
      }
      await server.close();
      await monitor.dispose();
      fleet.dispose();`);
    expect(output).toBe('suspended/database/a\ntrue\ntrue invalid-request\n');
  });

  test(
    'has types for Node, without the packages that it bundles',
    async () => {
      const errors = await consumer.typeErrors(
        `import { createFleet } from 'fleetglass';
       import { createMonitor, createPooledFetch, logChannel, type Channel, type Monitor, type Rule } from 'fleetglass/monitor';
       const pooled = createPooledFetch();
       const fleet = createFleet({ baseUrl: 'https://example.com', fetch: pooled.fetch });
       const rules: Rule[] = [{ name: 'full', kind: 'limit', fields: ['db_max_clients'], ratio: 0.9 }];
       const chat: Channel = { name: 'chat', deliver: async ({ event }, { signal }) => void [event.alert.id, signal] };
       const log = (...event: readonly unknown[]): void => console.log(event);
       export const monitor: Monitor = createMonitor({ fleet, rules, channels: [chat, logChannel({ log })], log });
       export const durations: (number | undefined)[] = [];
       monitor.events.subscribe(({ durationMs }) => durations.push(durationMs));
       // @ts-expect-error The types are there: a rule has a name.
       monitor.setRules([{ kind: 'drift' }]);`,
        NODE,
      );
      expect(errors).toBe('');
    },
    COMPILER_MS,
  );
});

describe('the core, installed', () => {
  test('bundles for a browser without Node modules, and loads without Node globals', async () => {
    const { outputFiles } = await build({
      stdin: { contents: "export * from 'fleetglass';", resolveDir: consumer.folder },
      bundle: true,
      write: false,
      platform: 'browser',
      format: 'iife',
      globalName: 'fleetglass',
      logLevel: 'silent',
    });
    const web = {
      AbortController,
      Headers,
      Request,
      Response,
      TextDecoder,
      TextEncoder,
      URL,
      btoa,
      fetch,
      performance,
    };
    const page = createContext({ ...web, clearTimeout, setTimeout });
    const [file] = outputFiles;
    const script = `${file?.text}
      const credentials = { username: 'me', password: 'secret' };
      const client = fleetglass.createManagementClient({ baseUrl: 'https://example.com', credentials });
      [typeof client.createDatabase, fleetglass.decodeDatabase('{"database_id":"1"}').record.database_id].join();`;
    expect(runInContext(script, page)).toBe('function,1');
  });

  test.skipIf(deno === undefined)('runs in Deno, from npm', async () => {
    const output = await consumer.run(
      `import { createFleet } from 'fleetglass';
       const fetch = async () => Response.json({ database_id: 'db-1', state: 'active' });
       const fleet = createFleet({ baseUrl: 'https://example.com', fetch });
       const view = fleet.databases.field('db-1', 'state');
       console.log((await fleet.databases.refresh('db-1')).state, view.value, typeof Deno);
       fleet.dispose();`,
      deno,
    );
    expect(output).toBe('active active object\n');
  });

  test(
    'has types for a page, without those of Node',
    async () => {
      const errors = await consumer.typeErrors(
        `import { createManagementClient, driftOf, exactInt64, FleetError, type Database } from 'fleetglass';
       const client = createManagementClient({ baseUrl: 'https://example.com', fetch: (url, init) => fetch(url, init) });
       export const database: Database = await client.getDatabase('1', { signal: AbortSignal.timeout(1) });
       export const limit: bigint | undefined = exactInt64(database, 'db_request_limit');
       export const isDrifting: boolean = driftOf(database).length > 0;
       export const refused = (error: unknown): boolean => error instanceof FleetError && error.code === 'rejected';
       // @ts-expect-error The types are there: they refuse a platform that api.md does not list.
       void client.createDatabase({ database_name: 'a', platform: 'azure', primary_region: 'eu-west-1' });`,
        BROWSER,
      );
      expect(errors).toBe('');
    },
    COMPILER_MS,
  );
});

describe('the proxy, installed', () => {
  const program = `
    import { FleetError } from 'fleetglass';
    import { createProxyHandler } from 'fleetglass/proxy';
    const text = '[{"id":"1","token":"canary","max_vector_count":200000}]';
    const fetch = async () => new Response(text, { headers: { 'content-type': 'application/json' } });
    const options = { baseUrl: 'https://example.com', credentials: { username: 'me', password: 'canary' }, fetch };
    const handler = createProxyHandler({ ...options, authorize: async () => true });
    const answer = await handler(new Request('https://app.test/v2/vector/index'));
    console.log(answer.status, await answer.text());
    try {
      createProxyHandler(options);
    } catch (error) {
      console.log(error instanceof FleetError, error.code);
    }`;
  const printed = '200 [{"id":"1","max_vector_count":200000}]\ntrue invalid-request\n';

  test('runs in Node', async () => {
    expect(await consumer.run(program)).toBe(printed);
  });

  test.skipIf(deno === undefined)('runs in Deno, from npm', async () => {
    expect(await consumer.run(program, deno)).toBe(printed);
  });

  test('bundles for a platform without Node modules', async () => {
    const { outputFiles } = await build({
      stdin: { contents: "export * from 'fleetglass/proxy';", resolveDir: consumer.folder },
      bundle: true,
      write: false,
      platform: 'browser',
      format: 'esm',
      logLevel: 'silent',
    });
    expect(outputFiles[0]?.text).toContain('createProxyHandler');
  });

  test(
    'has types for a worker, without those of Node',
    async () => {
      const errors = await consumer.typeErrors(
        `import { createProxyHandler, type ProxyCall, type ProxyHandler } from 'fleetglass/proxy';
       const credentials = { username: 'me', password: 'secret' };
       const authorize = async (request: Request, call: ProxyCall): Promise<boolean> =>
         request.headers.has('cookie') && (call.operation !== 'get-database' || call.id === '1');
       export const handler: ProxyHandler = createProxyHandler({ baseUrl: 'https://example.com', credentials, authorize });
       export const answer: Promise<Response> = handler(new Request('https://app.test/v2/vector/index'));
       // @ts-expect-error Without authorize there is no proxy.
       createProxyHandler({ baseUrl: 'https://example.com', credentials });`,
        BROWSER,
      );
      expect(errors).toBe('');
    },
    COMPILER_MS,
  );
});

describe('the formatters, installed', () => {
  const program = `
    import { formatBytes, platformOf, plans } from 'fleetglass/format';
    console.log(formatBytes(262144000), platformOf('us-east4'), plans.length);`;

  test('run in Node', async () => {
    expect(await consumer.run(program)).toBe('250 MiB gcp 9\n');
  });

  test.skipIf(deno === undefined)('run in Deno, from npm', async () => {
    expect(await consumer.run(program, deno)).toBe('250 MiB gcp 9\n');
  });

  test('bundle without any package', async () => {
    const { metafile } = await build({
      stdin: { contents: "export * from 'fleetglass/format';", resolveDir: consumer.folder },
      bundle: true,
      write: false,
      metafile: true,
      platform: 'browser',
      format: 'esm',
      logLevel: 'silent',
    });
    const packages = Object.keys(metafile.inputs).flatMap((path) => /node_modules\/([^/]+)\//.exec(path)?.[1] ?? []);
    expect([...new Set(packages)]).toEqual(['fleetglass']);
  });

  test(
    'have types for a page, without those of Node',
    async () => {
      const errors = await consumer.typeErrors(
        `import type { CreateDatabaseRequest, VectorIndex } from 'fleetglass';
       import { formatBytes, selectRegionsOn } from 'fleetglass/format';
       export const [primary_region]: readonly CreateDatabaseRequest['primary_region'][] = selectRegionsOn('gcp');
       export const bandwidth = (index: VectorIndex): string => formatBytes(index.max_monthly_bandwidth);
       // @ts-expect-error The types are there: a text is no amount.
       formatBytes('1024');`,
        BROWSER,
      );
      expect(errors).toBe('');
    },
    COMPILER_MS,
  );
});

describe('the stores of browsers and of any storage, installed', () => {
  const program = `
    import { createFleet, FleetError } from 'fleetglass';
    import { openUnstorage } from 'fleetglass/persistence/unstorage';
    const values = new Map();
    const storage = {
      getItem: async (key) => JSON.parse(values.get(key) ?? 'null'),
      setItem: async (key, value) => void values.set(key, JSON.stringify(value)),
      removeItem: async (key) => void values.delete(key),
      getKeys: async (base) => [...values.keys()].filter((key) => key.startsWith(base)),
    };
    for (const id of ['a', 'b']) {
      const store = await openUnstorage(storage);
      const fleet = createFleet({ baseUrl: 'https://example.com', persistence: store, fetch: async () => Response.error() });
      await fleet.ready;
      fleet.databases.add(id);
      console.log(fleet.databases.tracked.value.join());
      fleet.dispose();
      await store.close();
    }
    await openUnstorage({}).catch((error) => console.log(error instanceof FleetError, error.code));`;
  const printed = 'a\na,b\ntrue invalid-request\n';

  test('run in Node without further packages', async () => {
    expect(await consumer.run(program)).toBe(printed);
  });

  test.skipIf(deno === undefined)('run in Deno, from npm', async () => {
    expect(await consumer.run(program, deno)).toBe(printed);
  });

  test(
    'have types for a page, without those of Node and of their packages',
    async () => {
      const errors = await consumer.typeErrors(
        `import { createFleet, type StorageRole } from 'fleetglass';
       import { openIndexedDB, type Store } from 'fleetglass/persistence/indexeddb';
       import { openUnstorage } from 'fleetglass/persistence/unstorage';
       const store: Store = await openIndexedDB({ name: 'acme:user-17' });
       const fleet = createFleet({ baseUrl: '/fleet', persistence: store });
       export const role: StorageRole | undefined = fleet.storage.value.role;
       export const other = openUnstorage;
       // @ts-expect-error The types are there: a store needs a name.
       await openIndexedDB({});`,
        BROWSER,
      );
      expect(errors).toBe('');
    },
    COMPILER_MS,
  );
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

  test(
    'has types for a program on Node',
    async () => {
      const errors = await consumer.typeErrors(
        `import { createManagementClient } from 'fleetglass';
       import { createControlClient, createService, type Service } from 'fleetglass/service';
       const credentials = { username: 'me', password: 'secret' };
       const service: Service = createService({ credentials, controlToken: 'token' });
       const { url }: { url: string } = await service.listen();
       export const client = createManagementClient({ baseUrl: url, credentials, fetch: service.fetch });
       export const control = createControlClient({ baseUrl: url, token: 'token' });
       // @ts-expect-error The types are there: the local service listens on loopback only.
       await service.listen({ host: '0.0.0.0' });`,
        NODE,
      );
      expect(errors).toBe('');
    },
    COMPILER_MS,
  );
});

describe('the local service in memory, installed', () => {
  const program = `
    import { createFleet } from 'fleetglass';
    import { ControlError, createMemoryService } from 'fleetglass/service/memory';
    import * as service from 'fleetglass/service';
    const credentials = { username: 'demo', password: 'demo' };
    const memory = createMemoryService({ credentials, seed: { indices: [{ name: 'products' }] } });
    const fleet = createFleet({ baseUrl: 'http://localhost', credentials, fetch: memory.fetch });
    const [{ name }] = await fleet.indices.refresh();
    console.log(name, ControlError === service.ControlError);
    fleet.dispose();`;

  test('runs in Node, and shares its classes with the whole service', async () => {
    expect(await consumer.run(program)).toBe('products true\n');
  });

  test.skipIf(deno === undefined)('runs in Deno, from npm', async () => {
    expect(await consumer.run(program, deno)).toBe('products true\n');
  });

  test('bundles for a browser without Node modules, and without the rest of the service', async () => {
    const { outputFiles } = await build({
      stdin: { contents: "export * from 'fleetglass/service/memory';", resolveDir: consumer.folder },
      bundle: true,
      write: false,
      platform: 'browser',
      format: 'esm',
      logLevel: 'silent',
    });
    expect(outputFiles[0]?.text).not.toMatch(/["']node:|\bBuffer\b/);
    const modules = await modulesOf(await loadedWith('dist/service/memory.js'));
    expect(modules).toContain('src/service/memory-service.ts');
    const others = /^src\/service\/(?:directory\/|redis\/|service\.|read-seed-file\.)/;
    expect(modules.filter((path) => others.test(path))).toEqual([]);
  });

  test(
    'has types for a page, without those of Node',
    async () => {
      const errors = await consumer.typeErrors(
        `import { createFleet } from 'fleetglass';
       import { createControlClient, createMemoryService, type MemoryService } from 'fleetglass/service/memory';
       const credentials = { username: 'me', password: 'secret' };
       const service: MemoryService = createMemoryService({ credentials, controlToken: 'token' });
       export const fleet = createFleet({ baseUrl: 'http://localhost', credentials, fetch: service.fetch });
       const baseUrl = 'http://localhost';
       export const control = createControlClient({ baseUrl, token: 'token', fetch: service.fetch });
       // @ts-expect-error A service in memory has no directory.
       createMemoryService({ credentials, directory: 'kept' });
       // @ts-expect-error A service in memory does not listen.
       void service.listen();`,
        BROWSER,
      );
      expect(errors).toBe('');
    },
    COMPILER_MS,
  );
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
    const texts = await Promise.all(files.map(textOf));
    // Links and names of namespaces are allowed, because they cause no request.
    expect(
      files.filter((_, at) => /import\(?["'](?!\.)|url\((?!["']?[.#])|@import|\beval\(/.test(texts[at] ?? '')),
    ).toEqual([]);
  });

  test('starts with exactly the scripts of the size limit', async () => {
    const html = await textOf(`${page}index.html`);
    const first = [...html.matchAll(/<(?:script|link rel="modulepreload")[^>]*(?:src|href)="\.\/([^"]*)"/g)];
    const scripts = new Set<string>();
    const add = async (name: string): Promise<void> => {
      if (scripts.has(name)) return;
      scripts.add(name);
      const text = await textOf(`${page}${name}`);
      for (const [, next = ''] of text.matchAll(/(?:\bfrom|\bimport) ?"\.\/([^"]+)"/g)) await add(`assets/${next}`);
    };
    for (const [, name = ''] of first) await add(name);
    const limited = consumer.published.filter((path) =>
      /^dist\/dashboard\/assets\/(?:index|page)-.{8}\.js$/.test(path),
    );
    expect([...scripts].map((name) => page + name).toSorted()).toEqual(limited.toSorted());
  });
});

describe('the command, installed', () => {
  test('loads the modules of the board only for the board', async () => {
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

  test('prints its usage', async () => {
    expect(await consumer.npx('fleetglass', '--help')).toMatch(/^Usage: fleetglass/);
  });
});
