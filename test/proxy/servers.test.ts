import { createDatabase } from '../../src/index.js';
import { H3 } from 'h3';
import { Hono } from 'hono';
import { serve } from 'srvx';
import { NodeRequest, sendNodeResponse } from 'srvx/node';
import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFleet } from '../../src/core/fleet/fleet.js';
import { createProxyHandler, type ProxyHandler } from '../../src/proxy/index.js';
import { createService } from '../../src/service/index.js';
import { exactInt64 } from '../../src/core/records/exact-int64.js';
import { listen as listenWith } from '../support/listen.js';
import { createRequest } from '../support/requests.js';
import { startWireServer } from '../support/wire-server.js';

interface Listening {
  readonly url: string;
  close(): Promise<unknown>;
}

type Fetching = (request: Request) => Response | Promise<Response>;

async function listen(fetching: Fetching): Promise<Listening> {
  const server = serve({ fetch: fetching, port: 0, hostname: '127.0.0.1', silent: true, gracefulShutdown: false });
  await server.ready();
  return { url: String(server.url).replace(/\/$/, ''), close: () => server.close(true) };
}

/** Starts each kind of server with the proxy at `/fleet`. */
const servers: Record<string, (handler: ProxyHandler) => Promise<Listening>> = {
  'node:http': (handler) =>
    listenWith((req, res) => {
      void handler(new NodeRequest({ req, res })).then((response) => sendNodeResponse(res, response));
    }),
  h3: async (handler) => {
    const app = new H3().all('/fleet/**', (event) => handler(event.req));
    return listen((request) => app.fetch(request));
  },
  hono: async (handler) => {
    const app = new Hono();
    app.all('/fleet/*', (context) => handler(context.req.raw));
    return listen((request) => app.fetch(request));
  },
};

const credentials = { username: 'owner', password: 'canary-of-the-account' };
const service = createService({
  credentials,
  lifecycle: { creatingMs: 0, updatingMs: 0 },
  seed: { indices: [{ name: 'articles', type: 'fixed', dimension_count: 384 }] },
});
const { url: baseUrl } = await service.listen();
afterAll(() => service.close());
afterEach(() => vi.unstubAllGlobals());

const isOperator = ({ headers }: Request): boolean => headers.get('cookie') === 'session=operator';

describe.each(Object.keys(servers))('the proxy in %s', (name) => {
  async function start(upstream = baseUrl): Promise<Listening> {
    const handler = createProxyHandler({
      baseUrl: upstream,
      credentials,
      authorize: isOperator,
      allowCreate: true,
      mountPath: '/fleet',
    });
    const server = await (servers[name] as (handler: ProxyHandler) => Promise<Listening>)(handler);
    onTestFinished(async () => void (await server.close()));
    return server;
  }

  /** The fleet of a page of that server: it has an origin, and its fetch sends cookies. */
  function openPage(origin: string, cookie = 'session=operator'): ReturnType<typeof createFleet> {
    vi.stubGlobal('location', { origin });
    const browse = (url: string, init: RequestInit): Promise<Response> => {
      const headers = { ...Object.fromEntries(new Headers(init.headers)), cookie, 'sec-fetch-site': 'same-origin' };
      return fetch(url, { ...init, headers: init.method === 'POST' ? { ...headers, origin } : headers });
    };
    const fleet = createFleet({ baseUrl: '/fleet', fetch: browse });
    onTestFinished(() => fleet.dispose());
    return fleet;
  }

  test('lets a fleet create, read and list, without credentials in the answers', async () => {
    const server = await start();
    const fleet = openPage(server.url);
    const created = await createDatabase(fleet, { ...createRequest, plan: 'payg' });
    const read = await fleet.databases.refresh(created.database_id);
    const [index] = await fleet.indices.refresh();
    expect(read).toMatchObject({ database_name: 'sessions', state: 'active' });
    expect(exactInt64(read, 'db_request_limit')).toBe(9_223_372_036_854_775_807n);
    expect(index).toMatchObject({ name: 'articles', dimension_count: 384 });
    expect(fleet.databases.credentials(created.database_id)).toBeUndefined();
    expect(fleet.indices.credentials(index?.id ?? '')).toBeUndefined();
  });

  test('aborts the request to the service when the page aborts', async () => {
    await using upstream = await startWireServer(() => {});
    const server = await start(upstream.url);
    const controller = new AbortController();
    const { signal } = controller;
    const response = fetch(`${server.url}/fleet/v2/vector/index`, { headers: { cookie: 'session=operator' }, signal });
    await upstream.arrived();
    controller.abort();
    await expect(response).rejects.toThrow('aborted');
    await upstream.quiet();
    expect(upstream.requests).toHaveLength(1);
  });
});
