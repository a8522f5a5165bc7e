import { describe, expect, it } from 'vitest';
import { createUsageAnswers } from '../../../../src/apps/dashboard/server/usage-answers.js';
import { isCredentialField } from '../../../../src/core/records/credential-fields.js';
import {
  createFleet,
  fetchCredentials,
  limitCatalogue,
  reportUsage,
  upsertDatabase,
  type FleetSnapshot,
} from '../../../../src/index.js';
import type { ShownAlert, ShownAlerts, ShownSilence } from '../../../../src/format/shown-alerts.js';
import { createManualClock } from '../../../support/manual-clock.js';
import { exchange } from '../../../support/raw-exchange.js';
import { sampleAlert } from '../../../support/sample-alert.js';
import { startWireServer } from '../../../support/wire-server.js';
import { create, createDashboardUnderTest, credentials, page, post } from './dashboard-under-test.js';
import type { DashboardUnderTest } from './dashboard-under-test.js';

const silence: ShownSilence = { id: '1a2b3c4d', comment: 'upgrade', endsAt: '2026-01-01T12:00:00.000Z' };

const manyAlerts = Array.from({ length: 2000 }, (_, at) =>
  sampleAlert({ state: at === 0 ? 'firing' : 'pending', key: `a${at}` }),
);

describe('startDashboard', () => {
  it('serves the files of the page with types and caching, refuses other paths, and leads a person from them to the page', async () => {
    const { ask, askWithoutCookie } = await createDashboardUnderTest();
    for (const [path, type, caching] of [
      ['/', 'text/html; charset=utf-8', 'no-store'],
      ['/assets/index-BRuNmHwc.js', 'text/javascript', 'public, max-age=31536000, immutable'],
      ['/assets/index-CKD92Sbc.css', 'text/css', 'public, max-age=31536000, immutable'],
    ] as const) {
      const answer = await askWithoutCookie(path);
      const { status, headers } = answer;
      expect([status, headers.get('content-type'), headers.get('cache-control')], path).toEqual([200, type, caching]);
      expect(new Uint8Array(await answer.arrayBuffer())).toEqual(page.get(path));
      expect((await askWithoutCookie(path, { method: 'HEAD' })).status).toBe(200);
      const posted = await askWithoutCookie(path, { method: 'POST' });
      expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
    for (const path of ['/index.html', '/assets/..%2f..%2fpackage.json', '/..%5cpackage.json', '/known/x', '/%'])
      expect([404, 400]).toContain((await ask(path)).status);
    const headers = { accept: 'text/html,application/xhtml+xml' };
    for (const path of ['/databases', '/a/b?token=x']) {
      const answer = await askWithoutCookie(path, { headers, redirect: 'manual' });
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
    }
    expect((await askWithoutCookie('/databases')).headers.get('content-type')).toBe('application/json');
  });

  it('lists the first thousand alerts, and says if it cannot read them', async () => {
    const readAlerts = async (): Promise<ShownAlerts> => ({ alerts: manyAlerts, silences: [silence] });
    const listed = await createDashboardUnderTest({ readAlerts });
    const body: unknown = await (await listed.ask('/alerts')).json();
    const { alerts, ...rest } = body as { readonly alerts: readonly ShownAlert[] };
    expect(rest).toEqual({
      status: 'listed',
      counts: { firing: 1, pending: 1999, silenced: 0, suppressed: 0 },
      silences: [silence],
    });
    expect([alerts.length, alerts[0]?.key]).toEqual([1000, 'a0']);
    const message = 'The monitor at http://127.0.0.1:9464 cannot be reached (ECONNREFUSED).';
    const unreachable = await createDashboardUnderTest({ readAlerts: () => Promise.reject(new Error(message)) });
    expect(await (await unreachable.ask('/alerts')).json()).toEqual({ status: 'unreachable', problem: message });
    const { ask } = await createDashboardUnderTest();
    expect(await (await ask('/alerts')).json()).toEqual({ status: 'none' });
  });

  it('reads databases in a batch, and leaves out the answers that the page has', async () => {
    const { ask, id, control } = await createDashboardUnderTest();
    const read = async (batch: unknown) => {
      const lines = (await (await ask('/records', post(batch))).text()).trimEnd().split('\n');
      const answers = lines.map((line) => JSON.parse(line) as { at: number; text: string; tag: string });
      return answers.toSorted((one, other) => one.at - other.at);
    };
    const [known, missing] = await read([
      [id, ''],
      ['nope', ''],
    ]);
    expect(known).toMatchObject({ at: 0, status: 200 });
    expect(JSON.parse(known?.text ?? '')).toMatchObject({ database_name: 'orders' });
    expect(known?.text).not.toMatch(/password|token/);
    expect(missing).toMatchObject({ at: 1, status: 404 });
    const again = [
      ['nope', missing?.tag],
      [id, known?.tag],
    ];
    expect(await read(again)).toEqual([{ at: 0 }, { at: 1 }]);
    await control.databases.set(id, { state: 'suspended' });
    expect(await read(again)).toMatchObject([{ at: 0 }, { at: 1, status: 200 }]);
    for (const wrong of [{}, [['a']], [['a/b', '']], Array.from({ length: 101 }, () => ['a', ''])])
      expect((await ask('/records', post(wrong))).status).toBe(400);
  });

  it('does not repeat facts that the page has, and compresses large answers', async () => {
    const ids = Array.from({ length: 100 }, (_, at) => `database-${at}`);
    const { ask } = await createDashboardUnderTest({ ids: () => ids });
    const first = await ask('/known');
    expect(first.headers.get('content-encoding')).toBe('gzip');
    const etag = first.headers.get('etag') ?? '';
    expect((await ask('/known', { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect(await (await ask('/known', { headers: { 'if-none-match': '"another"' } })).json()).toMatchObject({ ids });
    const plain = await ask('/known', { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.json()).toMatchObject({ ids });
  });

  it('answers /usage and the history of a resource, without readings if it reads no usage', async () => {
    const clock = createManualClock();
    using fleet = createFleet({ baseUrl: 'http://localhost', clock });
    fleet.databases.add('db-1');
    reportUsage(fleet, 'database', 'db-1', { db_max_clients: 812 }, { source: 'test' });
    const { ask } = await createDashboardUnderTest({ usage: createUsageAnswers(fleet, clock) });
    const reading = { resource: 'database', id: 'db-1', field: 'db_max_clients', used: 812, at: clock.now() };
    const history = [clock.now(), 812];
    const json = async (path: string): Promise<unknown> => (await ask(path)).json();
    expect(await json('/usage')).toEqual({
      at: clock.now(),
      readings: [{ ...reading, source: 'test', history }],
      sources: [],
    });
    expect(await json(`/usage?after=${clock.now()}`)).toMatchObject({ readings: [reading] });
    expect(await json(`/usage?after=${clock.now() + 2000}`)).toMatchObject({ readings: [] });
    expect(await json('/usage/database/db-1')).toEqual([{ ...reading, source: 'test', history }]);
    expect(await json('/usage/database/unknown')).toEqual([]);
    expect(await json('/known?records')).toMatchObject({ records: { usage: [{ ...reading, source: 'test' }] } });
    for (const path of ['/usage/database/%0a', '/usage/other/db-1']) expect((await ask(path)).status).toBe(404);
    // The page adds a large answer of /usage in batches.
    const many = Array.from({ length: 2000 }, (_, n) => `many-${n}`);
    fleet.databases.add(many);
    for (const id of many) reportUsage(fleet, 'database', id, { db_max_clients: 1 });
    expect(await json('/known?records')).toMatchObject({ records: { usage: [] } });
    const withoutUsage = await createDashboardUnderTest();
    expect(await (await withoutUsage.ask('/usage')).json()).toEqual({ at: 0, readings: [], sources: [] });
  });

  it('uses another port if the usual port is in use, and reports both', async () => {
    await using server = await startWireServer(() => {});
    const { dashboard } = await createDashboardUnderTest({ port: undefined, usualPort: server.port });
    expect(dashboard.movedFrom).toBe(server.port);
    expect(dashboard.port).not.toBe(server.port);
  });
});

it.each([
  ['at most 3 hours of each history', 1, 180],
  ['at most 50,000 points', 40, Math.floor(50_000 / (40 * Object.keys(limitCatalogue.database).length))],
])('the first answer has %s, and the answer for one resource has its whole history', async (_, count, points) => {
  const clock = createManualClock();
  using fleet = createFleet({ baseUrl: 'https://example.com', clock, fetch: () => new Promise(() => {}) });
  const usage = Object.fromEntries(Object.keys(limitCatalogue.database).map((field) => [field, 1]));
  const ids = Array.from({ length: count }, (__, at) => `id-${at}`);
  fleet.databases.add(ids);
  const at = (minute: number): number => clock.now() - minute * 60_000;
  for (let minute = 200; minute >= 0; minute--)
    for (const id of ids) reportUsage(fleet, 'database', id, usage, { at: at(minute) });
  const answers = createUsageAnswers(fleet, clock);
  const { readings } = answers.since();
  expect(readings).toHaveLength(count * Object.keys(usage).length);
  expect(new Set(readings.map(({ history = [] }) => history.length / 2))).toEqual(new Set([points]));
  expect(readings[0]?.history?.at(-2)).toBe(clock.now());
  expect(answers.history('database', 'id-0')[0]?.history).toHaveLength(2 * 201);
});

describe('the first answer of the dashboard', () => {
  const first = async ({ ask }: DashboardUnderTest): Promise<FleetSnapshot> =>
    ((await (await ask('/known?records')).json()) as { readonly records: FleetSnapshot }).records;

  it('has the records that the page has read, with the times of their confirmation', async () => {
    const opened = await createDashboardUnderTest();
    const { ask, id, control, created } = opened;
    expect(await first(opened)).toEqual({ format: 1, added: [], databases: [], indices: [], usage: [] });
    const startedAt = Date.now();
    await ask(`/fleet/v2/redis/database/${id}`);
    await ask('/fleet/v2/vector/index');
    await ask('/fleet/v2/redis/database', create);
    await control.faults.inject({ kind: 'status', status: 503 });
    await ask(`/fleet/v2/redis/database/${id}`);
    const { databases, indices, listedAt } = await first(opened);
    expect(databases).toMatchObject([
      { id, status: 'fresh', record: { database_name: 'orders' } },
      { id: created[0], status: 'fresh', record: { database_name: 'sessions' } },
    ]);
    expect(indices).toMatchObject([{ id: 'index-1', status: 'fresh', record: { name: 'articles' } }]);
    for (const time of [listedAt, ...[...databases, ...indices].map(({ confirmedAt }) => confirmedAt)])
      expect(time).toBeGreaterThanOrEqual(startedAt);
    expect(await (await ask('/known')).json()).not.toHaveProperty('records');
  });

  it('has the records that the server has read itself, without undocumented fields', async () => {
    const opened = await createDashboardUnderTest();
    const { fleet, id, client } = opened;
    const record = await client.getDatabase(id);
    upsertDatabase(fleet, { ...record, note_of_the_service: 'canary' } as typeof record);
    fleet.databases.add(id);
    reportUsage(fleet, 'database', id, { db_max_clients: 8 });
    const { added, databases, usage } = await first(opened);
    expect(databases[0]?.record).toMatchObject({ database_name: 'orders' });
    expect(databases[0]?.record).not.toHaveProperty('note_of_the_service');
    // The page leases the ids of the server, and reads its usage apart.
    expect([added, usage]).toEqual([[], []]);
  });

  it('marks a database as missing that the service no longer knows, and lacks an index that it no longer lists', async () => {
    const opened = await createDashboardUnderTest();
    const { ask, control, id } = opened;
    await ask(`/fleet/v2/redis/database/${id}`);
    await control.databases.remove(id);
    await ask(`/fleet/v2/redis/database/${id}`);
    await ask('/fleet/v2/vector/index');
    await control.indices.remove('index-1');
    await ask('/fleet/v2/vector/index');
    await expect.poll(() => first(opened)).toMatchObject({ databases: [{ id, status: 'missing' }] });
    const { indices } = await first(opened);
    expect(indices.filter(({ status }) => status !== 'missing')).toEqual([]);
  });
});

describe('the access to the dashboard', () => {
  const READ = ['/known', '/usage', '/alerts', '/activity'];

  it('refuses everything without the cookie, and pages of other origins with it', async () => {
    const { ask, askWithoutCookie, created, control } = await createDashboardUnderTest();
    for (const path of [...READ, '/known?records', '/usage/database/x', '/fleet/v2/vector/index']) {
      for (const headers of [{}, { cookie: 'fleetglass=x' }] as Record<string, string>[]) {
        const answer = await askWithoutCookie(path, { headers });
        expect(answer.status).toBe(401);
        expect(await answer.json()).toEqual({ error: 'open the latest address that fleetglass printed' });
      }
    }
    for (const path of ['/fleet/v2/redis/database', '/records'])
      expect((await askWithoutCookie(path, create)).status).toBe(401);
    expect(created).toEqual([]);
    expect(await control.databases.list()).toHaveLength(1);
    const others: readonly (readonly [path: string, headers: Record<string, string>])[] = [
      ...READ.map((path) => [path, { 'sec-fetch-site': 'cross-site' }] as const),
      ['/known', { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' }],
      ['/usage', { origin: 'https://evil.example' }],
      ['/fleet/v2/vector/index', { 'sec-fetch-site': 'same-site' }],
    ];
    for (const [path, headers] of others) expect((await ask(path, { headers })).status, path).toBe(403);
  });

  it('exchanges only its token, and once, for an HttpOnly, SameSite=Strict cookie, at an address without the token', async () => {
    const opened: string[] = [];
    const { dashboard, ask, askWithoutCookie } = await createDashboardUnderTest({
      onOpened: (next) => opened.push(next),
    });
    const first = dashboard.url;
    const token = new URL(first).searchParams.get('token') ?? '';
    expect(token).toMatch(/^[\w-]{43}$/);
    const answer = await askWithoutCookie(`/?token=${token}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('set-cookie')).toMatch(
      /^fleetglass-[\w-]{16}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(answer.headers.get('set-cookie')).not.toContain(token);
    for (const other of ['', 'x', 'a'.repeat(43)]) {
      const refused = await askWithoutCookie(`/?token=${other}`);
      expect([refused.status, refused.headers.get('set-cookie')]).toEqual([303, null]);
    }
    const cookieOf = async (url: string): Promise<string> =>
      (await fetch(url, { redirect: 'manual' })).headers.get('set-cookie')?.split(';')[0] ?? '';
    expect(await cookieOf(first)).toBe('');
    expect(dashboard.url).not.toBe(first);
    expect(opened.at(-1)).toBe(dashboard.url);
    const cookie = await cookieOf(dashboard.url);
    expect(answer.headers.get('set-cookie')).toContain(`${cookie};`);
    // Browsers with a cookie keep their access.
    expect((await askWithoutCookie('/known', { headers: { cookie } })).status).toBe(200);
    expect((await ask('/known')).status).toBe(200);
  });

  it('refuses the cookie of another run', async () => {
    const [one, other] = [await createDashboardUnderTest(), await createDashboardUnderTest()];
    const given = await fetch(one.dashboard.url, { redirect: 'manual' });
    const [, name = '', value = ''] = /^([\w-]+)=([\w-]+);/.exec(given.headers.get('set-cookie') ?? '') ?? [];
    const [, otherName = ''] = /^([\w-]+)=/.exec(other.cookie) ?? [];
    expect(otherName).not.toBe(name);
    for (const cookie of [`${name}=${value}`, `${otherName}=${value}`])
      expect((await other.askWithoutCookie('/known', { headers: { cookie } })).status).toBe(401);
  });

  it('needs no cookie for a demonstration, which refuses other host names, against DNS rebinding', async () => {
    const { dashboard, origin, askWithoutCookie } = await createDashboardUnderTest({ demoRun: 'run-1' });
    expect(dashboard.url).toBe(`${origin}/`);
    const facts = { run: 'run-1', commandArguments: '' };
    expect(await (await askWithoutCookie('/known')).json()).toMatchObject(facts);
    const head = 'GET /known HTTP/1.1\r\nHost: 127.0.0.1.evil.example\r\nConnection: close\r\n\r\n';
    expect((await exchange(dashboard.port, [head])).status).toBe(403);
  });
});

const asked: readonly (readonly [path: string, init?: RequestInit])[] = [
  ['/'],
  ['/?token=wrong'],
  ['/assets/index-BRuNmHwc.js'],
  ['/nothing'],
  ['/', { method: 'DELETE' }],
  ['/known'],
  ['/known?records'],
  ['/known', { method: 'POST' }],
  ['/usage'],
  ['/usage/database/x'],
  ['/alerts'],
  ['/activity'],
  ['/fleet/v2/vector/index'],
  ['/fleet/v2/vector/index?credentials=show'],
  ['/fleet/v2/redis/database/missing'],
  ['/fleet/v2/redis/database', create],
  ['/fleet/v2/redis/database', { ...create, body: '{"password":"x"}' }],
  ['/fleet/control/databases'],
  ['/fleet/'],
];

it.each([
  ['without a failure', []],
  ['while the service refuses the account', [{ kind: 'status', status: 401 }]],
  ['while the service fails', [{ kind: 'status', status: 500 }]],
  ['while the service sends invalid answers', [{ kind: 'garbage' }]],
  ['while the service drops connections', [{ kind: 'drop' }]],
] as const)('every answer of the dashboard has no credentials and has the security headers %s', async (_, faults) => {
  const { dashboard, client, fleet, ask, askWithoutCookie, control, id, errors } = await createDashboardUnderTest();
  // The fleet has all credentials in memory.
  await fetchCredentials(fleet, id);
  await fleet.indices.refresh();
  const records = [await client.getDatabase(id, { credentials: 'show' }), ...(await client.listVectorIndices())];
  const credentialsOfRecords = records
    .flatMap((record) => Object.entries(record))
    .flatMap(([name, value]) => (isCredentialField(name) ? [String(value)] : []));
  expect(credentialsOfRecords.length).toBeGreaterThan(2);
  const [token = ''] = dashboard.url.match(/[\w-]{43}$/) ?? [];
  const secrets = [...credentialsOfRecords, token, btoa(`${credentials.username}:${credentials.password}`)];
  for (const fault of faults) await control.faults.inject(fault);
  for (const [path, init] of [...asked, [`/fleet/v2/redis/database/${id}`] as const]) {
    for (const answer of [await ask(path, init), await askWithoutCookie(path, init)]) {
      const text = JSON.stringify([...answer.headers]) + (await answer.text());
      expect(text).not.toMatch(/canary|rest_token|"(?:password|token)":/);
      for (const secret of secrets) expect(text).not.toContain(secret);
      expect(answer.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'/,
      );
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      expect(answer.headers.get('cache-control')).toMatch(path.startsWith('/assets/') ? /immutable$/ : /^no-store$/);
    }
  }
  expect(JSON.stringify(errors.map(String))).not.toContain('canary');
});
