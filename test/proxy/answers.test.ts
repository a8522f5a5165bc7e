import { describe, expect, test } from 'vitest';
import type { ProxyOptions } from '../../src/proxy/index.js';
import { databases, sampleOf, vectorIndices } from '../contract/document-arbitraries.js';
import { createProxyUnderTest, type RequestName, requests } from './proxy-under-test.js';
import { createLeakSearch } from '../support/leaks.js';

/** Returns the text that a page gets for an answer of the service. */
async function textForPage(name: RequestName, text: string, options: Partial<ProxyOptions> = {}): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const { handler } = createProxyUnderTest(() => new Response(text, { headers }), options);
  const response = await handler(requests[name]());
  expect(response.status).toBe(200);
  return response.text();
}

const LARGE = '"db_request_limit":9223372036854775807';

const database = { ...sampleOf(databases), database_id: 'db-1' };
const index = sampleOf(vectorIndices);

describe('a page gets', () => {
  test.each(['get', 'create'] as const)('the 42 documented fields of a database in their order: %s', async (name) => {
    const text = JSON.stringify(database, null, 1);
    expect(Object.keys(database)).toHaveLength(42);
    expect(await textForPage(name, text)).toBe(JSON.stringify(database));
  });

  test('the 25 documented fields of an index without its two tokens', async () => {
    const { token, read_only_token, ...rest } = index;
    expect([token, read_only_token]).not.toContain(undefined);
    expect(JSON.parse(await textForPage('list', JSON.stringify([index])))).toEqual([rest]);
  });

  const unknown = {
    restToken: 'canary',
    api_key: 'canary',
    credentials: { value: 'canary' },
    connection_string: 'redis://default:canary@host',
    debug: 'canary',
    constructor: 'canary',
    STATE: 'canary',
  };
  const nested = { ipWhitelisting: true, apiKey: 'canary', vpcPeering: { canary: 'canary' } };

  test.each(['get', 'create'] as const)('no other field of a database, at any depth: %s', async (name) => {
    const record = {
      ...unknown,
      database_id: 'db-1',
      state: { canary: 1 },
      database_name: [{ canary: 'canary' }, 'x', [{ canary: 1 }]],
      securityAddons: nested,
      read_regions: ['eu-west-1'],
    };
    expect(JSON.parse(await textForPage(name, JSON.stringify(record)))).toEqual({
      database_id: 'db-1',
      state: {},
      database_name: [{}, 'x', [{}]],
      securityAddons: { ipWhitelisting: true, vpcPeering: {} },
      read_regions: ['eu-west-1'],
    });
  });

  test('no other field of an index, at any depth, and no element that is not a record', async () => {
    const text = JSON.stringify([
      { ...unknown, id: 'i-1', throughput_vector: [{ x: 'now', y: 1, secret: 'canary' }, 'z'], name: { canary: 1 } },
      'canary',
      [{ id: 'canary' }],
      null,
    ]);
    expect(JSON.parse(await textForPage('list', text))).toEqual([
      { id: 'i-1', throughput_vector: [{ x: 'now', y: 1 }, 'z'], name: {} },
      null,
      null,
      null,
    ]);
  });

  test('with passUnknown all fields but credentials', async () => {
    const text = `{"database_id":"db-1",${LARGE},"new":1,"securityAddons":{"newAddon":true,"adminPassword":"canary"}}`;
    expect(await textForPage('get', text, { passUnknown: true })).toBe(
      `{"database_id":"db-1",${LARGE},"new":1,"securityAddons":{"newAddon":true}}`,
    );
    expect(await textForPage('list', '[1,{"id":"i","new":2,"token":"canary"},[3]]', { passUnknown: true })).toBe(
      '[null,{"id":"i","new":2},null]',
    );
  });
});

const account = { username: 'owner@canary.test', password: 'cAnArY-<pass>&"wörd\\/+>~?ÿ€' };
const pair = `${account.username}:${account.password}`;
const base64 = Buffer.from(pair).toString('base64');

/** Records in which a server in debug mode prints the credentials, in a member and as a name. */
const records = [`"debug":${JSON.stringify(account.password)}`, `"securityAddons":{"x":[{"Basic ${base64}":1}]}`].map(
  (echo) => `{"database_id":"db-1","id":"i-1",${LARGE},${echo}}`,
);

const leaks = createLeakSearch([account.password, base64, pair]);

function createEchoingProxy(text: string, passUnknown: boolean) {
  const headers = { 'content-type': 'application/json', 'x-debug': `Basic ${base64}` };
  return createProxyUnderTest(() => new Response(text, { headers }), { credentials: account, passUnknown });
}

describe.each([false, true])(
  'with passUnknown %j, an answer that contains the account’s credentials',
  (passUnknown) => {
    test.each(['get', 'list'] as const)('is refused for a read: %s', async (name) => {
      for (const record of records) {
        const { handler, errors } = createEchoingProxy(name === 'list' ? `[${record}]` : record, passUnknown);
        const response = await handler(requests[name]());
        expect(response.status).toBe(502);
        expect(await response.json()).toEqual({ error: 'the response contains the credentials of the request' });
        expect(leaks([...response.headers])).toEqual([]);
        expect(errors).toEqual([expect.objectContaining({ code: 'bad-response' })]);
        expect(leaks(errors)).toEqual([]);
      }
    });

    test('is masked for a create, and keeps the id', async () => {
      for (const record of records) {
        const { handler, errors } = createEchoingProxy(record, passUnknown);
        const response = await handler(requests.create());
        expect(response.status).toBe(200);
        const seen = await response.text();
        expect(leaks([seen, JSON.parse(seen), ...response.headers])).toEqual([]);
        expect(JSON.parse(seen)).toMatchObject({ database_id: 'db-1' });
        expect(seen).toContain(LARGE);
        expect(errors).toEqual([]);
      }
    });
  },
);
