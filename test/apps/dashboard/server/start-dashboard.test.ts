import { describe, expect, it } from 'vitest';
import { isCredentialField } from '../../../../src/core/api/credential-fields.js';
import { exchange } from '../../../support/raw-exchange.js';
import { startWireServer } from '../../../support/wire-server.js';
import { createDashboardUnderTest, credentials, page } from './dashboard-under-test.js';

const create = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ database_name: 'sessions', platform: 'aws', primary_region: 'eu-west-1' }),
};

describe('the server of the dashboard', () => {
  it('serves the page and its files, each as what it is', async () => {
    const { askAsStranger } = await createDashboardUnderTest();
    for (const [path, type, caching] of [
      ['/', 'text/html; charset=utf-8', 'no-store'],
      ['/assets/index-BRuNmHwc.js', 'text/javascript', 'public, max-age=31536000, immutable'],
      ['/assets/index-CKD92Sbc.css', 'text/css', 'public, max-age=31536000, immutable'],
    ] as const) {
      const answer = await askAsStranger(path);
      expect([path, answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
        path,
        200,
        type,
        caching,
      ]);
      expect(new Uint8Array(await answer.arrayBuffer())).toEqual(page.get(path));
      expect((await askAsStranger(path, { method: 'HEAD' })).status).toBe(200);
      const posted = await askAsStranger(path, { method: 'POST' });
      expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
  });

  it.each([
    '/index.html',
    '/assets/',
    '/assets/..%2f..%2fpackage.json',
    '/..%5cpackage.json',
    '/fleetx',
    '/known/x',
    '/%',
  ])('has nothing at %s', async (path) => {
    const { ask } = await createDashboardUnderTest();
    expect([404, 400]).toContain((await ask(path)).status);
  });

  it('tells the page what to show and what it may', async () => {
    const { ask, id, dashboard } = await createDashboardUnderTest({ mayCreate: false });
    const answer = await ask('/known');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual({
      service: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      ids: [id],
      mayCreate: false,
      isDemo: false,
    });
    expect(dashboard.movedFrom).toBeUndefined();
  });

  it('passes the three operations on, without a credential in what comes back', async () => {
    const { ask, id } = await createDashboardUnderTest();
    expect(await (await ask(`/fleet/v2/redis/database/${id}`)).json()).toMatchObject({ database_name: 'orders' });
    const [index] = (await (await ask('/fleet/v2/vector/index')).json()) as object[];
    expect(index).toMatchObject({ name: 'articles' });
    expect(index).not.toHaveProperty('token');
    expect((await ask('/fleet/v2/redis/database', create)).status).toBe(200);
  });

  it('shows what was created to every page, and hands its id on: the API lists none', async () => {
    const { ask, id, created } = await createDashboardUnderTest();
    const { database_id: made } = (await (await ask('/fleet/v2/redis/database', create)).json()) as {
      database_id: string;
    };
    expect(created).toEqual([made]);
    expect(await (await ask('/known')).json()).toMatchObject({ ids: [id, made] });
  });

  it('creates nothing where it is to read only', async () => {
    const { ask, created, control } = await createDashboardUnderTest({ mayCreate: false });
    expect((await ask('/fleet/v2/redis/database', create)).status).toBe(403);
    expect(created).toEqual([]);
    expect(await control.databases.list()).toHaveLength(1);
  });

  it('tells what is used where it is told that, and has no such path elsewhere', async () => {
    const usage = [{ resource: 'database', id: 'db-1', values: { db_max_clients: 812 }, at: 1 }] as const;
    const told = await createDashboardUnderTest({ usage: () => usage });
    expect(await (await told.ask('/usage')).json()).toEqual(usage);
    const untold = await createDashboardUnderTest();
    expect((await untold.ask('/usage')).status).toBe(404);
  });

  it('takes another port where the usual one is in use, and says which it would have been', async () => {
    await using server = await startWireServer(() => {});
    const { dashboard } = await createDashboardUnderTest({ port: undefined, usualPort: server.port });
    expect(dashboard.movedFrom).toBe(server.port);
    expect(dashboard.port).not.toBe(server.port);
    await expect(createDashboardUnderTest({ port: server.port })).rejects.toThrow(
      `The dashboard cannot listen on port ${server.port} of 127.0.0.1: it is in use.`,
    );
  });
});

describe('who reaches the port of the dashboard', () => {
  const guarded = ['/known', '/usage', '/fleet/v2/vector/index', '/fleet/v2/redis/database/x'];

  it.each(guarded)('gets nothing from %s without the address that was printed', async (path) => {
    const { askAsStranger } = await createDashboardUnderTest({ usage: () => [] });
    for (const headers of [{}, { cookie: 'fleetglass=x' }, { authorization: 'Bearer x' }] as Record<string, string>[]) {
      const answer = await askAsStranger(path, { headers });
      expect(answer.status).toBe(401);
      expect(await answer.json()).toEqual({ error: 'open the address that fleetglass printed last' });
    }
  });

  it('cannot create either', async () => {
    const { askAsStranger, created, control } = await createDashboardUnderTest();
    expect((await askAsStranger('/fleet/v2/redis/database', create)).status).toBe(401);
    expect(created).toEqual([]);
    expect(await control.databases.list()).toHaveLength(1);
  });

  it('exchanges the token for a cookie that no script reads and no other site sends; it leaves the address', async () => {
    const { dashboard, askAsStranger } = await createDashboardUnderTest();
    const token = new URL(dashboard.url).searchParams.get('token') ?? '';
    expect(token).toMatch(/^[\w-]{43}$/);
    const answer = await askAsStranger(`/?token=${token}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('set-cookie')).toMatch(
      /^fleetglass-[\w-]{16}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(answer.headers.get('set-cookie')).not.toContain(token);
  });

  it.each(['', 'x', 'a'.repeat(43)])('gets no cookie for the token %j', async (token) => {
    const { askAsStranger } = await createDashboardUnderTest();
    const answer = await askAsStranger(`/?token=${token}`);
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([303, null]);
  });

  it('gets in nowhere with what another run of the command gave', async () => {
    const [one, other] = [await createDashboardUnderTest(), await createDashboardUnderTest()];
    const given = await fetch(one.dashboard.url, { redirect: 'manual' });
    const [, name = '', value = ''] = /^([\w-]+)=([\w-]+);/.exec(given.headers.get('set-cookie') ?? '') ?? [];
    const [, otherName = ''] = /^([\w-]+)=/.exec(other.cookie) ?? [];
    expect(otherName).not.toBe(name);
    for (const cookie of [`${name}=${value}`, `${otherName}=${value}`])
      expect((await other.askAsStranger('/known', { headers: { cookie } })).status).toBe(401);
  });

  it('gets in once with an address; the next browser needs the next one', async () => {
    const opened: string[] = [];
    const { dashboard, ask, askAsStranger } = await createDashboardUnderTest({ onOpened: (next) => opened.push(next) });
    const first = dashboard.url;
    const cookieOf = async (url: string): Promise<string> =>
      (await fetch(url, { redirect: 'manual' })).headers.get('set-cookie')?.split(';')[0] ?? '';
    const cookie = await cookieOf(first);
    expect((await askAsStranger('/known', { headers: { cookie } })).status).toBe(200);
    expect(await cookieOf(first)).toBe('');
    expect(dashboard.url).not.toBe(first);
    expect(opened.at(-1)).toBe(dashboard.url);
    expect(await cookieOf(dashboard.url)).toBe(cookie);
    // The browsers that are in stay in.
    expect((await ask('/known')).status).toBe(200);
  });

  it('may look at a demonstration, whose account is public', async () => {
    const { dashboard, origin, askAsStranger } = await createDashboardUnderTest({ demoRun: 'run-1' });
    expect(dashboard.url).toBe(`${origin}/`);
    expect(await (await askAsStranger('/known')).json()).toMatchObject({ isDemo: true, run: 'run-1' });
  });

  it.each(['evil.example', 'evil.example:80', '127.0.0.1.evil.example', '192.168.0.7'])(
    'is refused by the name %s: a page on the web can have a name of its own lead here',
    async (host) => {
      const { dashboard } = await createDashboardUnderTest({ demoRun: 'run-1' });
      for (const path of ['/', '/known', '/fleet/v2/vector/index']) {
        const head = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
        expect((await exchange(dashboard.port, [head])).status).toBe(403);
      }
    },
  );

  it.each([
    ['/known', { 'sec-fetch-site': 'cross-site' }],
    ['/known', { 'sec-fetch-site': 'same-site' }],
    ['/known', { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' }],
    ['/usage', { origin: 'https://evil.example' }],
    ['/fleet/v2/vector/index', { 'sec-fetch-site': 'same-site' }],
    ['/fleet/v2/vector/index', { origin: 'http://127.0.0.1:1' }],
  ])('is refused at %s as a page of another origin, %j', async (path, headers) => {
    const { ask } = await createDashboardUnderTest({ usage: () => [] });
    expect((await ask(path, { headers: headers as Record<string, string> })).status).toBe(403);
  });
});

describe('every answer of the dashboard', () => {
  const asked: readonly (readonly [path: string, init?: RequestInit])[] = [
    ['/'],
    ['/?token=wrong'],
    ['/assets/index-BRuNmHwc.js'],
    ['/nothing'],
    ['/', { method: 'DELETE' }],
    ['/known'],
    ['/known', { method: 'POST' }],
    ['/usage'],
    ['/fleet/v2/vector/index'],
    ['/fleet/v2/vector/index?credentials=show'],
    ['/fleet/v2/redis/database/missing'],
    ['/fleet/v2/redis/database', create],
    ['/fleet/v2/redis/database', { ...create, body: '{"password":"x"}' }],
    ['/fleet/control/databases'],
    ['/fleet/'],
  ];

  it.each([
    ['while all is well', []],
    ['while the service refuses the account', [{ kind: 'status', status: 401 }]],
    ['while the service fails', [{ kind: 'status', status: 500 }]],
    ['while the service answers nonsense', [{ kind: 'garbage' }]],
    ['while the service drops connections', [{ kind: 'drop' }]],
  ] as const)('holds nothing of the account, and has the strict headers, %s', async (_, faults) => {
    const { dashboard, client, ask, askAsStranger, control, id, errors } = await createDashboardUnderTest({
      usage: () => [],
    });
    const records = [await client.getDatabase(id, { credentials: 'show' }), ...(await client.listVectorIndices())];
    const ofRecords = records
      .flatMap((record) => Object.entries(record))
      .flatMap(([name, value]) => (isCredentialField(name) ? [String(value)] : []));
    expect(ofRecords.length).toBeGreaterThan(2);
    const [token = ''] = dashboard.url.match(/[\w-]{43}$/) ?? [];
    const secrets = [...ofRecords, token, btoa(`${credentials.username}:${credentials.password}`)];
    for (const fault of faults) await control.faults.inject(fault);
    for (const [path, init] of [...asked, [`/fleet/v2/redis/database/${id}`] as const]) {
      for (const answer of [await ask(path, init), await askAsStranger(path, init)]) {
        const said = JSON.stringify([...answer.headers]) + (await answer.text());
        expect(said).not.toMatch(/canary|rest_token|"(?:password|token)":/);
        for (const secret of secrets) expect(said).not.toContain(secret);
        expect(answer.headers.get('content-security-policy')).toMatch(
          /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'/,
        );
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
        expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
        expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin');
        expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
        expect(answer.headers.get('access-control-allow-origin')).toBeNull();
        expect(answer.headers.get('cache-control')).toMatch(/no-store|immutable/);
      }
    }
    expect(JSON.stringify(errors.map(String))).not.toContain('canary');
  });
});
