// @vitest-environment happy-dom
import { createDatabase, waitFor } from '../../src/index.js';
import { expect, test } from 'vitest';
import { createFleet } from '../../src/core/fleet/fleet.js';
import { createService } from '../../src/service/index.js';
import { atRest } from '../../src/core/records/database-state.js';

test('createService works in happy-dom, whose signals are not those of Node', async () => {
  const credentials = { username: 'demo', password: 'demo' };
  await using service = createService({ credentials, lifecycle: { creatingMs: 0, updatingMs: 0 } });
  using fleet = createFleet({ baseUrl: 'http://localhost', credentials, fetch: service.fetch });
  const request = { database_name: 'sessions', platform: 'aws', primary_region: 'eu-west-1' } as const;
  const { database_id: id } = await createDatabase(fleet, request);
  expect(await waitFor(fleet, id, atRest)).toMatchObject({ database_name: 'sessions' });
});
