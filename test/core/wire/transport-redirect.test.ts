import { describe, expect, test } from 'vitest';
import { createManagementClient } from '../../../src/core/client/management-client.js';
import type { Fetch } from '../../../src/core/wire/transport.js';
import { failureOf } from '../../support/failure-of.js';
import { createRequest, databaseText, operationNames, operations } from '../../support/requests.js';
import { httpAnswer, startWireServer } from '../../support/wire-server.js';

/** The platform's fetch, also where these tests run with another fetch. */
const nodeFetch = fetch;

const credentials = { username: 'me', password: 'password-that-stays-here' };

describe.each([301, 307])('a redirect with status %i', (status) => {
  test.each(operationNames)('of %s is refused, and its target gets no request', async (name) => {
    let connections = 0;
    await using target = await startWireServer(
      (wire) => wire.send(httpAnswer(200, databaseText)),
      () => (connections += 1),
    );
    const location = `${target.url}/v2/redis/database/db-1`;
    await using server = await startWireServer((wire) => wire.send(httpAnswer(status, '', { location })));
    const error = await failureOf(operations[name](createManagementClient({ baseUrl: server.url, credentials })));

    expect(error).toMatchObject({ code: name === 'create-database' ? 'outcome-unknown' : 'bad-response', status });
    expect(error.message).not.toContain(target.url);
    expect(connections).toBe(0);
    expect(server.requests).toHaveLength(1);
  });
});

test('an opaque redirect, which browsers return without a status, is refused', async () => {
  // Only fetch creates responses of this type.
  const opaque = Object.defineProperties(new Response(null), {
    type: { value: 'opaqueredirect' },
    status: { value: 0 },
    ok: { value: false },
  });
  const client = createManagementClient({ baseUrl: 'https://api.test', fetch: async () => opaque });
  const error = await failureOf(client.getDatabase('db-1'));
  expect(error.code).toBe('bad-response');
  expect(error.message).toContain('redirect');
});

test('an answer after a redirect is refused if a fetch follows redirects anyway', async () => {
  await using server = await startWireServer((wire, { target }) =>
    wire.send(target === '/other' ? httpAnswer(200, databaseText) : httpAnswer(302, '', { location: '/other' })),
  );
  const follow: Fetch = (url, init) => nodeFetch(url, { ...init, redirect: 'follow' });
  const client = createManagementClient({ baseUrl: server.url, fetch: follow });
  const error = await failureOf(client.getDatabase('db-1'));
  expect(error).toMatchObject({ code: 'bad-response', status: 200 });
  expect(error.message).toContain('redirect');
  expect((await failureOf(client.createDatabase(createRequest))).code).toBe('outcome-unknown');
});
