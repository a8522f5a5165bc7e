import { describe, expect, test, vi } from 'vitest';
import { createManagementClient } from '../../../src/core/client/management-client.js';
import type { Fetch } from '../../../src/core/wire/transport.js';
import { failureOf } from '../../support/failure-of.js';
import { createRequest } from '../../support/requests.js';

test.each([
  ['rejects', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['gives no answer', async () => undefined as unknown as Response],
  ['lost its route', () => Promise.reject(Object.assign(new Error(), { code: 'EHOSTUNREACH', syscall: 'read' }))],
] satisfies [string, Fetch][])('a create has an unknown outcome if fetch %s without a reason', async (_, fetch) => {
  const called = vi.fn<Fetch>(fetch);
  const client = createManagementClient({ baseUrl: 'https://api.test', fetch: called });
  expect((await failureOf(client.createDatabase(createRequest))).code).toBe('outcome-unknown');
  expect(called).toHaveBeenCalledOnce();
});

test.each([
  ['EHOSTUNREACH', 'connect'],
  ['ENETUNREACH', 'connect'],
  ['ENOTFOUND', 'getaddrinfo'],
  ['UND_ERR_CONNECT_TIMEOUT', undefined],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', undefined],
])('a create is unavailable when the connection fails with %s', async (code, syscall) => {
  // The outermost known code counts.
  const cause = Object.assign(new Error('lost', { cause: { code: 'ECONNRESET' } }), { code, syscall });
  const thrown = Object.assign(new TypeError('fetch failed', { cause }), { code: 'A_CODE_OF_THEIRS' });
  const fetch: Fetch = () => Promise.reject(thrown);
  const client = createManagementClient({ baseUrl: 'https://api.test', fetch });
  const error = await failureOf(client.createDatabase(createRequest));
  expect(error).toMatchObject({ code: 'unavailable', operation: 'create-database' });
  expect(error.message).toContain(code);
});

describe('a create request of more than 64 KiB', () => {
  const fetch = vi.fn<Fetch>(async () => Response.json({ database_id: 'new' }));
  const client = createManagementClient({ baseUrl: 'https://api.test', fetch });
  const spare = 64 * 1024 - Buffer.byteLength(JSON.stringify({ ...createRequest, database_name: '' }));

  test.each([
    ['one byte more', 'x'.repeat(spare + 1)],
    ['one byte more in characters of two bytes', 'é'.repeat(spare / 2 + 1)],
    ['escapes that make it longer', '"'.repeat(spare / 2 + 1)],
  ])('is refused before it is sent: %s', async (_, database_name) => {
    const error = await failureOf(client.createDatabase({ ...createRequest, database_name }));
    expect(error.code).toBe('invalid-request');
    expect(error.message).toBe('create-database: expected at most 65536 bytes of JSON');
    expect(fetch).not.toHaveBeenCalled();
  });

  test('is sent at exactly this size', async () => {
    await client.createDatabase({ ...createRequest, database_name: 'x'.repeat(spare) });
    expect(Buffer.byteLength(fetch.mock.calls[0]?.[1].body as string)).toBe(64 * 1024);
  });
});
