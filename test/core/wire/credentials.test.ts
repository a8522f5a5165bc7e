import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inspectCredentials } from '../../../src/core/wire/credentials.js';
import { createManagementClient } from '../../../src/core/client/management-client.js';
import { databaseText } from '../../support/requests.js';
import { httpAnswer, startWireServer } from '../../support/wire-server.js';

const sendable = (unit: 'binary' | 'grapheme') =>
  fc.string({ unit, maxLength: 40 }).filter((text) => !/[\p{Cc}\p{Cs}]/u.test(text));
const anyPassword = fc.oneof(sendable('binary'), sendable('grapheme'));
const anyUsername = anyPassword.map((text) => text.replaceAll(':', ''));

/** Decodes a header as a server does, by RFC 7617. */
function decode(header = ''): { username: string; password: string } {
  const [scheme, encoded = ''] = header.split(' ');
  expect(scheme).toBe('Basic');
  const decoded = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(encoded, 'base64'));
  const colon = decoded.indexOf(':');
  return { username: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}

test('credentials of any characters arrive unchanged', async () => {
  await using server = await startWireServer((wire) => wire.send(httpAnswer(200, databaseText)));
  await fc.assert(
    fc.asyncProperty(anyUsername, anyPassword, async (username, password) => {
      const client = createManagementClient({ baseUrl: server.url, credentials: { username, password } });
      await client.getDatabase('db-1');
      expect(decode(server.requests.at(-1)?.headers.get('authorization'))).toEqual({ username, password });
    }),
  );
});

test.each([
  ['a:b', 'x', ['credentials.username']],
  ['a\n', 'x', ['credentials.username']],
  ['a', 'x\r\nx-injected: 1', ['credentials.password']],
  ['a\ud800', 'x\udc00', ['credentials.username', 'credentials.password']],
  [undefined, null, ['credentials.username', 'credentials.password']],
  [5, ['x'], ['credentials.username', 'credentials.password']],
])('the check of credentials names the invalid arguments: %j and %j', (username, password, paths) => {
  expect(inspectCredentials({ username, password }).map(({ path }) => path)).toEqual(paths);
});
