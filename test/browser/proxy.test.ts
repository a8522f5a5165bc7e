import { createManagementClient } from 'fleetglass';
import { expect, test } from 'vitest';

test('a page reaches the service by a path of its own, behind which a proxy adds the credentials', async () => {
  const client = createManagementClient({ baseUrl: '/proxy' });
  const [index] = await client.listVectorIndices();
  expect(index).toMatchObject({ name: 'articles' });
});
