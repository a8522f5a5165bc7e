import { createFleet, createDatabase } from 'fleetglass';
import { createMemoryService } from 'fleetglass/service/memory';
import { firstValueFrom, fromEvent } from 'rxjs';
import { expect, test } from 'vitest';

const request = { database_name: 'sessions', platform: 'aws', primary_region: 'eu-west-1' } as const;

test('a page runs the service in memory: create, get, list', async () => {
  const credentials = { username: 'demo', password: 'demo' };
  await using service = createMemoryService({ credentials, seed: { indices: [{ name: 'products' }] } });
  const fleet = createFleet({ baseUrl: 'http://localhost', credentials, fetch: service.fetch });
  const { database_id: id } = await createDatabase(fleet, request);
  expect(await fleet.databases.refresh(id)).toMatchObject({ database_name: 'sessions' });
  expect((await fleet.indices.refresh()).map(({ name }) => name)).toEqual(['products']);
  fleet.dispose();
});

test('a worker runs the service in memory: create, get, list', async () => {
  const worker = new Worker(new URL('./memory-service-worker.ts', import.meta.url), { type: 'module' });
  const { data } = await firstValueFrom(fromEvent<MessageEvent>(worker, 'message'));
  expect(data).toEqual({ database: 'sessions', indices: ['products'], hasWindow: false });
  worker.terminate();
});
