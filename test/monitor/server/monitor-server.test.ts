import { once } from 'node:events';
import { get } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Alert, AlertList, Quiet, Silence } from '../../../src/monitor/index.js';
import { startMonitorServer, type MonitorServerOptions } from '../../../src/monitor/server/monitor-server.js';
import { failureOf } from '../../support/failure-of.js';
import { exchangeBytes } from '../../support/raw-exchange.js';
import { sampleAlert } from '../channels/sample-events.js';

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';
const SECRET = 'CANARY-of-the-monitor';

interface ServedParts {
  readonly read?: (signal?: AbortSignal) => AsyncIterable<string>;
  readonly alerts?: readonly Alert[];
  readonly phase?: 'restoring' | 'running' | 'disposed';
}

const monitorOf = ({ read = lines, alerts = [], phase = 'running' }: ServedParts = {}) => ({
  metrics: { contentType: CONTENT_TYPE, read },
  health: () => ({ failures: [], unready: [] }),
  alerts: { value: alerts },
  silences: { value: SILENCES },
  quietOf: ({ key }: Alert) => QUIET[key],
  history: () => [],
  status: { value: { phase } },
});

const SILENCES: readonly Silence[] = [
  { id: '0a1b2c3d', comment: 'migration', createdAt: 1_700_000_000_000, endsAt: 1_700_000_060_000, ids: ['db'] },
];
const BEGIN = '2023-11-14T22:13:20.000Z';
const END = '2023-11-14T22:14:20.000Z';
const QUIET: Readonly<Record<string, Quiet>> = {
  silenced: { kind: 'silence', name: '0a1b2c3d', until: 1_700_000_060_000, comment: 'migration' },
  maintained: { kind: 'maintenance', name: 'nightly', until: 1_700_000_060_000 },
  suppressed: { kind: 'rule', name: 'polling-stopped' },
  pending: { kind: 'rule', name: 'polling-stopped' },
};

async function serve(options: MonitorServerOptions = {}, parts: ServedParts = {}) {
  const server = await startMonitorServer(monitorOf(parts), { port: 0, ...options });
  onTestFinished(server.close);
  const get = (path: string, init?: RequestInit): Promise<Response> =>
    fetch(`http://127.0.0.1:${server.port}${path}`, init);
  return { ...server, get };
}

async function* lines(): AsyncGenerator<string> {
  yield '# HELP a Ä.\n';
  yield '# TYPE a gauge\na 1\n';
}

const basic = (text: string): RequestInit => ({
  headers: { authorization: `Basic ${Buffer.from(text).toString('base64')}` },
});

describe('/metrics', () => {
  it('answers with the text and its type, and HEAD without making the text', async () => {
    const read = vi.fn<() => AsyncIterable<string>>(lines);
    const { get } = await serve({}, { read });
    const head = await get('/metrics', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('content-type')).toBe(CONTENT_TYPE);
    expect(read).not.toHaveBeenCalled();
    const response = await get('/metrics');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(CONTENT_TYPE);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toBe('# HELP a Ä.\n# TYPE a gauge\na 1\n');
  });

  /** Asks for the metrics without decoding them. */
  const askFor = (port: number, encoding: string): Promise<string> =>
    exchangeBytes(port, [
      `GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAccept-Encoding: ${encoding}\r\n\r\n`,
    ]);

  it.each([
    ['gzip', true],
    ['deflate, gzip;q=0.5', true],
    ['gzip;q=0.0, identity', false],
    ['identity', false],
  ])('for accept-encoding %j is compressed: %s', async (accepted, isCompressed) => {
    const { port } = await serve();
    const answer = await askFor(port, accepted);
    expect(/\r\ncontent-encoding: gzip\r\n/i.test(answer)).toBe(isCompressed);
    expect(answer).toMatch(/\r\nvary: accept-encoding\r\n/i);
    expect(answer.includes('\na 1\n')).toBe(!isCompressed);
  });

  it.each([['identity'], ['gzip']])('ends the work when a client with %s goes', async (encoding) => {
    let isAborted = false;
    let hasEnded = false;
    async function* endless(signal?: AbortSignal): AsyncGenerator<string> {
      signal?.addEventListener('abort', () => (isAborted = true));
      try {
        for (;;) {
          yield `# ${Math.random()}\n`.repeat(10_000);
          await new Promise(setImmediate);
          signal?.throwIfAborted();
        }
      } finally {
        hasEnded = true;
      }
    }
    const { port } = await serve({}, { read: endless });
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(`GET /metrics HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: ${encoding}\r\n\r\n`);
    await once(socket, 'data');
    socket.destroy();
    await expect.poll(() => hasEnded).toBe(true);
    expect(isAborted).toBe(true);
  });

  it.each([['identity'], ['gzip']])('breaks off with %s if the text cannot be made', async (encoding) => {
    async function* failing(): AsyncGenerator<string> {
      yield 'a 1\n';
      throw new Error(SECRET);
    }
    const { port, get } = await serve({}, { read: failing });
    const answer = await askFor(port, encoding).catch(String);
    // Without the last chunk, a client knows that the text is not whole.
    expect(answer.endsWith('0\r\n\r\n')).toBe(false);
    expect(answer).not.toMatch(/stays open|CANARY/);
    expect((await get('/healthz')).status).toBe(200);
  });
});

const firing = sampleAlert({
  severity: 'critical',
  name: 'orders "1"\n',
  startedAt: 1_700_000_000_000,
  firedAt: 1_700_000_060_000,
  labels: { team: 'storage' },
  annotations: { hint: 'Look.' },
  runbook: 'https://example.com/full',
});

describe('/alerts', () => {
  it('lists silences, and firing alerts before the others, then by severity, the oldest first', async () => {
    const { state, firedAt: _, ...pending } = { ...firing, state: 'pending' as const };
    const alerts: Alert[] = [
      { ...pending, state, key: 'pending' },
      { ...firing, severity: 'info', key: 'info' },
      { ...firing, key: 'older' },
      { ...firing, severity: 'warning', key: 'warning', field: 'db_max_clients', value: 0.9 },
      { ...firing, key: 'newer' },
      ...['suppressed', 'silenced', 'maintained'].map((key) => ({ ...firing, key })),
    ];
    const { get } = await serve({}, { alerts });
    const response = await get('/alerts');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const list = (await response.json()) as AlertList;
    expect(list.alerts.map(({ key }) => key)).toEqual([
      ...['older', 'newer', 'warning', 'info', 'pending', 'silenced', 'maintained', 'suppressed'],
    ]);
    expect(list.alerts.slice(4).map(({ state: listed, quiet }) => [listed, quiet])).toEqual([
      ['pending', QUIET['pending']],
      ['silenced', { ...QUIET['silenced'], until: END }],
      ['silenced', { ...QUIET['maintained'], until: END }],
      ['suppressed', QUIET['suppressed']],
    ]);
    expect({ ...list, alerts: [list.alerts[0], list.alerts[2], list.alerts[4]] }).toEqual({
      version: 1,
      silences: [{ ...SILENCES[0], createdAt: BEGIN, endsAt: END }],
      alerts: [
        { ...firing, key: 'older', startedAt: BEGIN, firedAt: END },
        expect.objectContaining({ severity: 'warning', field: 'db_max_clients', value: 0.9 }),
        { ...pending, state, key: 'pending', quiet: QUIET['pending'], startedAt: BEGIN },
      ],
    });
  });

  it('answers 503 with the reason while the kept state is read', async () => {
    const { get } = await serve({}, { phase: 'restoring', alerts: [firing] });
    const response = await get('/alerts');
    const reasons = ['The kept state is being read.'];
    expect([response.status, await response.json()]).toEqual([503, { status: 'unavailable', reasons }]);
  });
});

it('other requests get 404 with the known paths, and 405 for methods that write', async () => {
  const { get } = await serve();
  for (const path of ['/', '/metricsx', '/__proto__', '//metrics']) {
    const response = await get(path);
    expect([response.status, await response.json()]).toEqual([
      404,
      { error: 'expected /metrics, /alerts, /healthz or /readyz' },
    ]);
  }
  for (const path of ['/metrics', '/alerts']) {
    const response = await get(path, { method: 'POST' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  }
});

const bearer = (text: string): RequestInit => ({ headers: { authorization: `Bearer ${text}` } });

describe('a password or a token', () => {
  const account = { username: 'prometheus', password: `${SECRET} ä:` };
  const right = `${account.username}:${account.password}`;
  const token = `${SECRET}-._~+/=`;

  it.each<[string, MonitorServerOptions, RegExp, RequestInit, RequestInit[]]>([
    [
      'a password',
      account,
      /^Basic realm=/,
      basic(right),
      [{}, basic(`${right}x`), bearer(Buffer.from(right).toString('base64')), { headers: { authorization: 'Basic' } }],
    ],
    [
      'a token',
      { token, host: '0.0.0.0' },
      /^Bearer realm=/,
      bearer(token),
      [{}, bearer(`${token}x`), bearer(''), basic(token), basic(`:${token}`)],
    ],
  ])('that is %s is required for all but the health, and named nowhere', async (_, options, challenge, ok, wrong) => {
    const { get, notice } = await serve(options);
    expect(notice).toBeUndefined();
    for (const path of ['/metrics', '/alerts', '/nothing']) {
      for (const init of wrong) {
        const response = await get(path, init);
        expect(response.status).toBe(401);
        expect(response.headers.get('www-authenticate')).toMatch(challenge);
        expect(await response.text()).not.toContain(SECRET);
      }
      expect((await get(path, ok)).status).toBe(path === '/nothing' ? 404 : 200);
    }
    for (const path of ['/healthz', '/readyz']) {
      const response = await get(path);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
      expect(await response.json()).toEqual({ status: 'ok' });
      expect((await get(path, { method: 'HEAD' })).status).toBe(200);
    }
  });

  it('is enough, if the server has both', async () => {
    const { get } = await serve({ token, username: 'prometheus', password: SECRET });
    expect((await get('/metrics', bearer(token))).status).toBe(200);
    expect((await get('/metrics', basic(`prometheus:${SECRET}`))).status).toBe(200);
    expect((await get('/metrics', bearer(SECRET))).headers.get('www-authenticate')).toMatch(/^Basic .*, Bearer /);
  });
});

/** `fetch` does not let a program choose the Host header. */
function statusFor(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { host } }, (response) => resolve(response.resume().statusCode)).on('error', reject);
  });
}

describe('the address', () => {
  const foreign = 'GET /metrics HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n';

  it.each(['127.0.0.1', 'localhost', '127.0.0.2'])('%s is served to its own hosts only', async (host) => {
    const { url, notice } = await serve({ host });
    expect(notice).toBeUndefined();
    expect((await fetch(`${url}/metrics`)).status).toBe(200);
    for (const path of ['/metrics', '/alerts']) expect(await statusFor(url + path, 'evil.example')).toBe(403);
    expect(await statusFor(`${url}/metrics`, 'localhost:1')).toBe(200);
  });

  it('0.0.0.0 is served to every host, with a notice', async () => {
    const { port, notice } = await serve({ host: '0.0.0.0' });
    expect(notice).toContain('Set a token, or a username and a password');
    expect(await exchangeBytes(port, [foreign])).toMatch(/^HTTP\/1\.1 200 /);
    const invalid = foreign.replace('evil.example', 'evil.example:99999');
    expect(await exchangeBytes(port, [invalid])).toMatch(/^HTTP\/1\.1 400 /);
    const [address] = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    if (address?.family === 'IPv4') expect((await fetch(`http://${address.address}:${port}/healthz`)).status).toBe(200);
  });

  it('that is in use is an error that names it, and is free after close', async () => {
    const { url, port, close } = await serve();
    await expect(serve({ port })).rejects.toThrow(
      `The monitor cannot listen on port ${port} of 127.0.0.1: it is in use.`,
    );
    await expect(serve({ host: 'nowhere.invalid' })).rejects.toThrow(/cannot listen on port 0 of nowhere\.invalid/);
    await close();
    await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed');
  });
});

it.each<[string, unknown, string[]]>([
  ['a port out of range', { port: 65_536 }, ['port']],
  ['a host with a line break', { host: 'a\nb' }, ['host']],
  ['a password alone', { password: SECRET }, ['username']],
  ['a username alone', { username: 'a' }, ['password']],
  ['a password with a control character', { username: 'a', password: `${SECRET}\n` }, ['password']],
  ['a token that no header can hold', { token: `${SECRET} ` }, ['token']],
  ['an empty token', { token: '' }, ['token']],
  ['a misspelt option', { prot: 1 }, ['prot']],
])('the options refuse %s', async (_, options, paths) => {
  const error = await failureOf(serve(options as MonitorServerOptions));
  expect(error.code).toBe('invalid-request');
  expect(error.issues?.map(({ path }) => path)).toEqual(paths);
  expect(JSON.stringify(error)).not.toContain(SECRET);
});
