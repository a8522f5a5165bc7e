import { expect, it } from 'vitest';
import { createDemoSeed } from '../../../src/apps/demo/demo-environment.js';
import { createManagementClient } from '../../../src/core/client/management-client.js';
import { createMemoryService } from '../../../src/service/memory.js';

it('the service tells the databases and indices of the demonstration in the order of the seed', async () => {
  const credentials = { username: 'demo', password: 'demo' };
  const names: string[] = [];
  await using service = createMemoryService({
    credentials,
    seed: createDemoSeed(6),
    onSeeded: ({ databases }) => names.push(...databases.map(({ name }) => name)),
  });
  const client = createManagementClient({ baseUrl: 'http://localhost', credentials, fetch: service.fetch });
  const indices = await client.listVectorIndices();
  expect(names).toEqual(['sessions', 'orders', 'page-cache', 'rate-limits', 'sessions-2', 'orders-2']);
  expect(indices.map(({ name }) => name)).toEqual(['support-articles', 'product-titles', 'catalogue']);
});
