import { createManagementClient } from 'fleetglass';
import { createControlClient } from 'fleetglass/service/memory';
import { filter, firstValueFrom, fromEvent, map } from 'rxjs';
import { expect, test } from 'vitest';
import { serviceAccess } from '../runtimes/service-access.js';
import { createRequest } from '../support/requests.js';

test('a worker polls like a page, although it has no window', async () => {
  const { database_id: id } = await createManagementClient({ baseUrl: '/proxy' }).createDatabase(createRequest);
  const worker = new Worker(new URL('./polling-worker.ts', import.meta.url), { type: 'module' });
  const messages = fromEvent<MessageEvent<{ name?: string }>>(worker, 'message').pipe(map(({ data }) => data));
  const emitted = (name: string) => firstValueFrom(messages.pipe(filter((data) => data.name === name)));
  const named = emitted('sessions');
  worker.postMessage(id);
  expect(await named).toEqual({ name: 'sessions', hasWindow: false });
  const renamed = emitted('carts');
  const baseUrl = new URL('/service', location.href);
  const control = createControlClient({ baseUrl, token: serviceAccess.controlToken });
  await control.databases.set(id, { database_name: 'carts' });
  expect(await renamed).toEqual({ name: 'carts', hasWindow: false });
  worker.terminate();
});

test('a worker runs the service in memory: create, get, list', async () => {
  const worker = new Worker(new URL('./memory-service-worker.ts', import.meta.url), { type: 'module' });
  const { data } = await firstValueFrom(fromEvent<MessageEvent>(worker, 'message'));
  expect(data).toEqual({ database: 'sessions', indices: ['products'], hasWindow: false });
  worker.terminate();
});
