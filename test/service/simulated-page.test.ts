// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { createFleet } from '../../src/core/fleet/fleet.js';
import { createService } from '../../src/service/index.js';
import { atRest } from '../../src/core/api/database-state.js';

test('createService works in happy-dom, whose signals are not those of Node', async () => {
  const credentials = { username: 'demo', password: 'demo' };
  await using service = createService({ credentials, lifecycle: { creatingMs: 0, updatingMs: 0 } });
  const fleet = createFleet({ baseUrl: 'http://localhost', credentials, fetch: service.fetch });
  const request = { database_name: 'sessions', platform: 'aws', primary_region: 'eu-west-1' } as const;
  const { database_id: id } = await fleet.databases.create(request);
  expect(await fleet.databases.waitFor(id, atRest)).toMatchObject({ database_name: 'sessions' });
  fleet.dispose();
});
