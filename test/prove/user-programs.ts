export interface UserProgram {
  readonly name: string;
  readonly source: string;
  readonly printed: string;
}

/** Programs that run on Node with the package alone. */
export const onNode: readonly UserProgram[] = [
  {
    name: 'sharing over Redis, which names missing packages, and polls alone',
    source: `
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
    await service.close();`,
    printed:
      'Sharing over Redis needs the packages bullmq and ioredis, which are not installed or do not load: ' +
      'run `npm install bullmq ioredis`.\n',
  },
  {
    name: 'usage sources of JSON and vector indices',
    source: `
    import { addUsageSource, createFleet, limitsOf } from 'fleetglass';
    import { jsonEndpoint } from 'fleetglass/probes/json';
    import { vectorInfo } from 'fleetglass/probes/vector';
    import { createMemoryService } from 'fleetglass/service/memory';
    const credentials = { username: 'demo', password: 'demo' };
    const service = createMemoryService({ credentials, seed: { indices: [{ id: 'products' }] } });
    const fleet = createFleet({ baseUrl: 'http://localhost', credentials, fetch: service.fetch });
    addUsageSource(fleet, vectorInfo({ fetch: service.fetch }));
    await fleet.indices.refresh();
    for await (const [vectors] of limitsOf(fleet, 'index', 'products')) if (vectors.used > 0) break;
    console.log('read', typeof jsonEndpoint);
    fleet.dispose();
    await service.close();`,
    printed: 'read function\n',
  },
  {
    name: 'notebook without apache-arrow, which names it when it is needed',
    source: `
    import { createFleet, waitFor } from 'fleetglass';
    import { capture, csvOf, jupyterDisplay, showFleet, toArrow } from 'fleetglass/notebook';
    const fetch = async () => Response.json({ database_id: 'a', database_name: 'orders', state: 'active' });
    const fleet = createFleet({ baseUrl: 'https://example.com', fetch });
    const captured = capture(fleet, { everyMs: 100, fields: ['state'] });
    fleet.databases.add(['a']);
    await waitFor(fleet, 'a', ({ state }) => state === 'active');
    console.log(showFleet(fleet)[jupyterDisplay]()['text/html'].includes('orders'));
    captured.stop();
    const { history } = captured;
    for await (const text of csvOf(history)) console.log(text.includes('active'));
    await toArrow(history).catch((error) => console.log(error.message.includes('npm install apache-arrow')));
    fleet.dispose();`,
    printed: 'true\ntrue\ntrue\n',
  },
  {
    name: 'monitor with its metrics',
    source: `
    import { createFleet } from 'fleetglass';
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
    await server.close();
    await monitor.dispose();
    fleet.dispose();`,
    printed: 'suspended/database/a\ntrue\n',
  },
];

/** Programs that run on Deno too. */
export const onEvery: readonly UserProgram[] = [
  {
    name: 'proxy',
    source: `
    import { createProxyHandler } from 'fleetglass/proxy';
    const text = '[{"id":"1","token":"canary","max_vector_count":200000}]';
    const fetch = async () => new Response(text, { headers: { 'content-type': 'application/json' } });
    const credentials = { username: 'me', password: 'canary' };
    const handler = createProxyHandler({ baseUrl: 'https://example.com', credentials, fetch, authorize: async () => true });
    const answer = await handler(new Request('https://app.test/v2/vector/index'));
    console.log(answer.status, await answer.text());`,
    printed: '200 [{"id":"1","max_vector_count":200000}]\n',
  },
  {
    name: 'store of any storage',
    source: `
    import { createFleet } from 'fleetglass';
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
    }`,
    printed: 'a\na,b\n',
  },
  {
    name: 'local service in memory, which shares its classes with the whole service',
    source: `
    import { createFleet } from 'fleetglass';
    import { ControlError, createMemoryService } from 'fleetglass/service/memory';
    import * as service from 'fleetglass/service';
    const credentials = { username: 'demo', password: 'demo' };
    const memory = createMemoryService({ credentials, seed: { indices: [{ name: 'products' }] } });
    const fleet = createFleet({ baseUrl: 'http://localhost', credentials, fetch: memory.fetch });
    const [{ name }] = await fleet.indices.refresh();
    console.log(name, ControlError === service.ControlError);
    fleet.dispose();`,
    printed: 'products true\n',
  },
];

/** Subpaths whose declarations need no other package, by the platform of their users. */
export const subpaths = {
  pages: [
    '',
    '/devtools',
    '/format',
    '/persistence/indexeddb',
    '/persistence/unstorage',
    '/probes/json',
    '/probes/vector',
    '/proxy',
    '/service/memory',
  ],
  node: ['/monitor', '/service'],
} as const;

/** A program that reads all declarations of subpaths. Without the expected errors, a module would have the type `any`. */
export function readDeclarations(names: readonly string[]): string {
  return names
    .map(
      (name, at) =>
        `import * as module${at} from 'fleetglass${name}';\n// @ts-expect-error No such member.\nmodule${at}.absent;\n`,
    )
    .join('');
}
