import { expect, test, vi } from 'vitest';
import { createManagementClient } from '../../../src/core/client/management-client.js';
import type { Fetch } from '../../../src/core/wire/transport.js';

const setUp = (credentials?: { username: string; password: string }) => {
  const fetch = vi.fn<Fetch>(async () => Response.json([]));
  const client = createManagementClient({ baseUrl: 'https://api.test', fetch, ...(credentials && { credentials }) });
  return { client, sent: () => fetch.mock.calls[0]?.[1].credentials };
};

test('a request with an Authorization header sends no cookies, and opens no login dialog in a browser', async () => {
  const { client, sent } = setUp({ username: 'me', password: 'secret' });
  await client.listVectorIndices();
  expect(sent()).toBe('omit');
});

test('a request without an Authorization header sends the cookies for the proxy', async () => {
  const { client, sent } = setUp();
  await client.listVectorIndices();
  expect(sent()).toBeUndefined();
});
