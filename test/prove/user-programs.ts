export interface UserProgram {
  readonly name: string;
  readonly source: string;
  readonly printed: string;
}

/** Programs that run on Node with the package alone. */
export const onNode: readonly UserProgram[] = [
  {
    name: 'sharing over Redis, which tells which packages it lacks, and polls alone',
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
      'Sharing over Redis needs the packages bullmq and ioredis, which are not all installed: ' +
      'run `npm install bullmq ioredis`.\n',
  },
  {
    name: 'usage sources of JSON and vector indices',
    source: `
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
    await service.close();`,
    printed: 'read\ntrue invalid-request\n',
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
    fleet.dispose();`,
    printed: 'suspended/database/a\ntrue\ntrue invalid-request\n',
  },
];

/** Programs that run on Deno too. */
export const onEvery: readonly UserProgram[] = [
  {
    name: 'proxy',
    source: `
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
    }`,
    printed: '200 [{"id":"1","max_vector_count":200000}]\ntrue invalid-request\n',
  },
  {
    name: 'store of any storage',
    source: `
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
    await openUnstorage({}).catch((error) => console.log(error instanceof FleetError, error.code));`,
    printed: 'a\na,b\ntrue invalid-request\n',
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

/**
 * Programs of pages, as their compiler sees them. Their imports read all declarations of a subpath. One line of each shows
 * that the types are there.
 */
export const forPages = {
  'usage sources': `
    import { addUsageSource, createFleet, type UsageSource } from 'fleetglass';
    import { jsonEndpoint } from 'fleetglass/probes/json';
    import { vectorInfo } from 'fleetglass/probes/vector';
    export const source: UsageSource<'index'> = vectorInfo({ tokenOf: ({ id }) => id });
    addUsageSource(createFleet({ baseUrl: '/fleet' }), source);
    // @ts-expect-error The types are there: a database has no such limit.
    jsonEndpoint({ name: 'a', url: () => '/', resource: 'database', values: () => ({ max_vector_count: 1 }) });`,
  core: `
    import { createManagementClient, driftOf, exactInt64, FleetError, type Database } from 'fleetglass';
    const client = createManagementClient({ baseUrl: 'https://example.com', fetch: (url, init) => fetch(url, init) });
    export const database: Database = await client.getDatabase('1', { signal: AbortSignal.timeout(1) });
    export const limit: bigint | undefined = exactInt64(database, 'db_request_limit');
    export const isDrifting: boolean = driftOf(database).length > 0;
    export const refused = (error: unknown): boolean => error instanceof FleetError && error.code === 'rejected';
    // @ts-expect-error The types are there: they refuse a platform that api.md does not list.
    void client.createDatabase({ database_name: 'a', platform: 'azure', primary_region: 'eu-west-1' });`,
  proxy: `
    import { createProxyHandler, type ProxyCall, type ProxyHandler } from 'fleetglass/proxy';
    const account = { baseUrl: 'https://example.com', credentials: { username: 'me', password: 'secret' } };
    const authorize = async (request: Request, call: ProxyCall): Promise<boolean> =>
      request.headers.has('cookie') && (call.operation !== 'get-database' || call.id === '1');
    export const handler: ProxyHandler = createProxyHandler({ ...account, authorize });
    // @ts-expect-error Without authorize there is no proxy.
    createProxyHandler(account);`,
  formatters: `
    import type { CreateDatabaseRequest } from 'fleetglass';
    import { formatBytes, selectRegionsOn } from 'fleetglass/format';
    export const [primary_region]: readonly CreateDatabaseRequest['primary_region'][] = selectRegionsOn('gcp');
    // @ts-expect-error The types are there: a text is no amount.
    formatBytes('1024');`,
  'stores of browsers and of any storage': `
    import { createFleet } from 'fleetglass';
    import { openIndexedDB, type Store } from 'fleetglass/persistence/indexeddb';
    export { openUnstorage } from 'fleetglass/persistence/unstorage';
    const persistence: Store = await openIndexedDB({ name: 'acme:user-17' });
    export const fleet = createFleet({ baseUrl: '/fleet', persistence });
    // @ts-expect-error The types are there: a store needs a name.
    await openIndexedDB({});`,
  devtools: `
    import { createFleet } from 'fleetglass';
    import { connectDevtools, type FleetInspector } from 'fleetglass/devtools';
    const fleet = createFleet({ baseUrl: 'https://example.com' });
    export const inspector: FleetInspector = document.createElement('fleet-inspector');
    // @ts-expect-error The types are there: the name is a text.
    connectDevtools(fleet, { name: 1 });`,
  'local service in memory': `
    import { createControlClient, createMemoryService, type MemoryService } from 'fleetglass/service/memory';
    const credentials = { username: 'me', password: 'secret' };
    const service: MemoryService = createMemoryService({ credentials, controlToken: 'token' });
    export const control = createControlClient({ baseUrl: 'http://localhost', token: 'token', fetch: service.fetch });
    // @ts-expect-error A service in memory does not listen.
    void service.listen();`,
};

/** A notebook has newer types of the language. */
export const forNotebooks = `
  import { createFleet } from 'fleetglass';
  import { capture, compare, live, showFleet, type Display, type History } from 'fleetglass/notebook';
  const fleet = createFleet({ baseUrl: 'https://example.com' });
  export const display: Display = showFleet(fleet);
  export const { signal } = new AbortController();
  export const history: History = capture(fleet, { everyMs: 1000, fields: ['state'] }).history;
  for await (const node of live(fleet, showFleet, { signal }).elements()) document.body.replaceChildren(node);
  export const comparison: Display = await compare(history, { fast: { cadence: () => 5000 } });
  // @ts-expect-error The types are there: the name of a field is a text.
  capture(fleet, { everyMs: 1000, fields: [1] });`;

export const forNode = {
  monitor: `
    import { createFleet } from 'fleetglass';
    import { createMonitor, createPooledFetch, type Channel, type Monitor, type Rule } from 'fleetglass/monitor';
    const fleet = createFleet({ baseUrl: 'https://example.com', fetch: createPooledFetch().fetch });
    const rules: Rule[] = [{ name: 'full', kind: 'limit', fields: ['db_max_clients'], ratio: 0.9 }];
    const chat: Channel = { name: 'chat', deliver: async ({ event }, { signal }) => void [event.alert.id, signal] };
    export const monitor: Monitor = createMonitor({ fleet, rules, channels: [chat] });
    // @ts-expect-error The types are there: a rule has a name.
    monitor.setRules([{ kind: 'drift' }]);`,
  'local service': `
    import { createManagementClient } from 'fleetglass';
    import { createService, type Service } from 'fleetglass/service';
    const credentials = { username: 'me', password: 'secret' };
    const service: Service = createService({ credentials, controlToken: 'token' });
    const { url }: { url: string } = await service.listen();
    export const client = createManagementClient({ baseUrl: url, credentials, fetch: service.fetch });
    // @ts-expect-error The types are there: the local service listens on loopback only.
    await service.listen({ host: '0.0.0.0' });`,
};
