import { describe, expect, test } from 'vitest';
import { createLeakSearch } from '../support/leaks.js';
import { httpAnswer, startWireServer, type Script } from '../support/wire-server.js';
import { createProxyUnderTest, leastAnswer, requests, type RequestName } from './proxy-under-test.js';

const account = { username: 'owner@canary.test', password: 'cAnArY-pass"w\\rd/%41&<é€>+=9Zq7?ÿ?ÿ' };
const pair = `${account.username}:${account.password}`;
const base64 = Buffer.from(pair).toString('base64');

/** A unique secret that contains the searched text `Q7canary`. */
let count = 0;
const canary = (): string => `Q7canary${(count += 1)}Zx`;

/** A record with a secret in each kind of member that may hold a credential, and a documented field that repeats one. */
const record = (id: string, repeated = canary()): string =>
  `{"${id}":"db-1","api_key":"${repeated}","endpoint":"redis-cli -a ${repeated}","password":"${canary()}","rest_token":"${canary()}","read_only_rest_token":"${canary()}",` +
  `"token":"${canary()}","read_only_token":"${canary()}","TOKEN":["${canary()}"],"x_secret":{"a":"${canary()}"},` +
  String.raw`"\u0070assword":"${canary()}","rest\u005ftoken":"${canary()}",` +
  `"state":"active","db_request_limit":9223372036854775807,"max_vector_count":9223372036854775807,"securityAddons":{"adminPassword":"${canary()}"},` +
  `"nested":[[{"deep":{"er_token":"${canary()}"}}]],"nested":{"gone":1},"password":"${canary()}"}`;

const headers = {
  'set-cookie': `session=${canary()}`,
  'x-secret': canary(),
  'x-echoed-authorization': `Basic ${base64}`,
  authorization: `Basic ${base64}`,
  'www-authenticate': `Basic realm="${canary()}"`,
  'retry-after': `7 ${canary()}`,
  link: `<https://${canary()}.test>`,
  etag: `"${canary()}"`,
  server: canary(),
};

const leaks = createLeakSearch([account.password, account.username, base64, pair, 'Q7canary']);

/** Everything that the page and `onError` get. */
async function everythingFrom(script: Script, name: RequestName): Promise<{ seen: string; status: number }> {
  await using server = await startWireServer(script);
  const { handler, errors } = createProxyUnderTest(leastAnswer, { baseUrl: server.url, credentials: account, fetch });
  const response = await handler(requests[name]());
  const { status, statusText } = response;
  const seen = [statusText, [...response.headers], await response.text(), errors.map((error) => JSON.stringify(error))];
  expect(leaks(errors)).toEqual([]);
  return { seen: JSON.stringify(seen), status };
}

describe.each(['get', 'list', 'create'] as const)('the proxy’s answer to %s', (name) => {
  test('contains no credential of a database or an index, and no header of the service', async () => {
    const body = name === 'list' ? `[${record('id')},[${record('id')}],${record('id')}]` : record('database_id');
    const { seen, status } = await everythingFrom((wire) => wire.send(httpAnswer(200, body, headers)), name);
    expect(status).toBe(200);
    expect(leaks(seen)).toEqual([]);
  });

  test.each([301, 401, 500])('contains no secret if the service refuses with %i', async (refused) => {
    for (const printed of [pair, base64, `password: ${canary()}`, `token=${canary()}`, `Bearer ${canary()}`]) {
      for (const body of [JSON.stringify({ message: printed, token: canary() }), printed]) {
        const { seen, status } = await everythingFrom((wire) => wire.send(httpAnswer(refused, body, headers)), name);
        expect(status).toBeGreaterThanOrEqual(400);
        expect(leaks(seen)).toEqual([]);
      }
    }
  });

  test.each<[string, Script]>([
    ['text instead of JSON', (wire) => wire.send(httpAnswer(200, `${pair} ${canary()}`, headers))],
    [
      'truncated JSON',
      (wire) => wire.end(httpAnswer(200, record('database_id'), { ...headers, 'content-length': '9999' })),
    ],
    ['text instead of HTTP', (wire) => wire.end(`${pair} ${canary()}\r\n\r\n`)],
    ['nothing', (wire) => wire.reset()],
  ])('contains no secret if the service sends %s', async (_, script) => {
    const { seen, status } = await everythingFrom(script, name);
    expect(status).toBe(502);
    expect(leaks(seen)).toEqual([]);
  });
});
