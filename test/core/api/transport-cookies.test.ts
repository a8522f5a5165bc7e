import { expect, test, vi } from 'vitest';
import { createManagementClient } from '../../../src/core/api/management-client.js';
import type { Fetch } from '../../../src/core/api/transport.js';

const setUp = (credentials?: { username: string; password: string }) => {
  const fetch = vi.fn<Fetch>(async () => Response.json([]));
  const client = createManagementClient({ baseUrl: 'https://api.test', fetch, ...(credentials && { credentials }) });
  return { client, sent: () => fetch.mock.calls[0]?.[1].credentials };
};

test('a request with credentials of its own takes no cookies along, and opens no login window of a browser', async () => {
  const { client, sent } = setUp({ username: 'me', password: 'secret' });
  await client.listVectorIndices();
  expect(sent()).toBe('omit');
});

test('a request without credentials of its own leaves the cookies for the proxy to fetch', async () => {
  const { client, sent } = setUp();
  await client.listVectorIndices();
  expect(sent()).toBeUndefined();
});
