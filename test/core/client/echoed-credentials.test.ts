import { describe, expect, test } from 'vitest';
import { exactInt64 } from '../../../src/core/records/exact-int64.js';
import { createManagementClient, type ManagementClient } from '../../../src/core/client/management-client.js';
import { failureOf } from '../../support/failure-of.js';
import { createRequest } from '../../support/requests.js';

const account = { username: 'owner@canary.test', password: 'cAnArY~?pass>>wörd?ÿÿ~+9Zq7>>>' };
const base64 = Buffer.from(`${account.username}:${account.password}`).toString('base64');

/** Makes a client whose service answers every request with the text. */
function createClient(
  text: string,
  { credentials = account, contentType = 'application/json' } = {},
): ManagementClient {
  const fetch = async (): Promise<Response> => new Response(text, { headers: { 'content-type': contentType } });
  return createManagementClient({ baseUrl: 'https://api.test', credentials, fetch });
}

const escaped = (text: string, escape: (code: number) => string): string =>
  text.replace(/[^a-z0-9]/gi, (character) => escape(character.charCodeAt(0)));
const named = (text: string): string =>
  text.replace(/[+/=]/g, (character) => ({ '+': '&plus;', '/': '&sol;', '=': '&equals;' })[character] ?? '');

const spellings: Record<string, string> = {
  'octal escapes': escaped(base64, (code) => `\\${code.toString(8).padStart(3, '0')}`),
  'short octal escapes': `${escaped(base64, (code) => `\\${code.toString(8)}`)}`,
  'named character references': named(base64),
  'decimal character references without a semicolon': `${[...base64].map((each) => `&#${each.charCodeAt(0)}`).join('')}`,
  'hexadecimal character references without a semicolon': [...base64]
    .map((each) => `&#x${each.charCodeAt(0).toString(16)}`)
    .join('\u200b'),
  'Base64 of the header': btoa(`Basic ${base64}`),
  'Base64 of the token': btoa(base64),
  'hexadecimal digits of the header': Buffer.from(`Basic ${base64}`).toString('hex'),
  'Base64 of the password, twice': btoa(Buffer.from(account.password).toString('base64')),
};

describe('a response that contains the credentials', () => {
  test('has characters to escape', () => expect(base64).toMatch(/\+.*\/|\/.*\+/));

  test.each(Object.entries(spellings))('in %s is refused to a read and masked in a create', async (_, spelled) => {
    const client = createClient(JSON.stringify({ database_id: 'db-1', endpoint: `at ${spelled} there` }));
    expect(await failureOf(client.getDatabase('db-1'))).toMatchObject({
      code: 'bad-response',
      message: expect.stringContaining('the response contains the credentials'),
    });
    expect(await client.createDatabase(createRequest)).toEqual({ database_id: 'db-1', endpoint: '[redacted]' });
  });

  test.each([
    ['database', '{"database_id":"db-1","endpoint":"%"}', 'get-database'],
    ['list', '[{"id":"i","endpoint":"%"}]', 'list-vector-indices'],
  ])('in an answer with any content type is named in the error of the %s', async (_, text) => {
    for (const contentType of ['text/html', 'text/plain', 'application/octet-stream']) {
      const client = createClient(text.replace('%', base64), { contentType });
      const reading = text.startsWith('[') ? client.listVectorIndices() : client.getDatabase('db-1');
      expect((await failureOf(reading)).message).toContain('the response contains the credentials');
    }
  });
});

describe('an API key of digits', () => {
  const credentials = { username: 'owner', password: '12345678901234567890' };

  test.each(['12345678901234567890', '12345678901234567890.0', '1.2345678901234567890e19'])(
    'is found as the JSON number %s',
    async (literal) => {
      const text = `{"database_id":"db-1","db_request_limit":${literal},"deep":[{"x":${literal}}],"port":7}`;
      const client = createClient(text, { credentials });
      expect((await failureOf(client.getDatabase('db-1'))).code).toBe('bad-response');
      const created = await client.createDatabase(createRequest);
      expect(created).toEqual({
        database_id: 'db-1',
        db_request_limit: '[redacted]',
        deep: [{ x: '[redacted]' }],
        port: 7,
      });
      expect(exactInt64(created, 'db_request_limit')).toBeUndefined();
    },
  );

  test('is not found in another number', async () => {
    const client = createClient('{"database_id":"db-1","db_request_limit":1234567890123456}', { credentials });
    expect((await client.getDatabase('db-1')).db_request_limit).toBe(1234567890123456);
  });
});
