import { describe, expect, test } from 'vitest';
import { createLeakSearch } from '../support/leaks.js';
import { createProxyUnderTest, requests } from './proxy-under-test.js';

const account = { username: 'owner@canary.test', password: 'cAnArY-<pass>&"wörd\\/+>~?ÿ€' };
const pair = `${account.username}:${account.password}`;
const base64 = Buffer.from(pair).toString('base64');

/** A JSON string with the escapes of one encoder; `escaped` decides which characters. */
const jsonString = (text: string, escaped: RegExp): string =>
  JSON.stringify(text).replace(escaped, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The credentials as a server in debug mode may print them, as JSON text. */
const echoes: readonly (readonly [how: string, json: string])[] = [
  ['the header', JSON.stringify(`Basic ${base64}`)],
  ['the header, with escaped characters of Base64', jsonString(`Basic ${base64}`, /[+/=]/g)],
  ['the password', JSON.stringify(account.password)],
  ['the password, encoded for a URL', JSON.stringify(encodeURIComponent(account.password))],
  ['the pair, encoded for a URL', JSON.stringify(encodeURIComponent(pair))],
];

const LARGE = '"db_request_limit":9223372036854775807';

/** Records with the echo at different positions. */
const places: readonly ((echo: string) => string)[] = [
  (echo) => `{"database_id":"db-1","id":"i-1",${LARGE},"debug":${echo}}`,
  (echo) => `{"database_id":"db-1","id":"i-1",${LARGE},"securityAddons":{"x":[{${echo}:${echo}}]}}`,
];

const leaks = createLeakSearch([
  account.password,
  encodeURIComponent(account.password),
  Buffer.from(account.password).toString('base64'),
  base64,
  pair,
]);

function createEchoingProxy(text: string, passUnknown: boolean) {
  const headers = { 'content-type': 'application/json', 'x-debug': `Basic ${base64}` };
  return createProxyUnderTest(() => new Response(text, { headers }), { credentials: account, passUnknown });
}

describe.each([false, true])(
  'with passUnknown %j, an answer that contains the account’s credentials',
  (passUnknown) => {
    test.each(echoes)('is refused for a read: %s', async (_, echo) => {
      for (const place of places) {
        for (const name of ['get', 'list'] as const) {
          const text = name === 'list' ? `[${place(echo)}]` : place(echo);
          const { handler, errors } = createEchoingProxy(text, passUnknown);
          const response = await handler(requests[name]());
          expect(response.status).toBe(502);
          expect(await response.json()).toEqual({ error: 'the response contains the credentials of the request' });
          expect(leaks([...response.headers])).toEqual([]);
          expect(errors).toEqual([expect.objectContaining({ code: 'bad-response' })]);
          expect(leaks(errors)).toEqual([]);
        }
      }
    });

    test.each(echoes)('is masked for a create, and keeps the id: %s', async (_, echo) => {
      for (const place of places) {
        const { handler, errors } = createEchoingProxy(place(echo), passUnknown);
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
