import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createManagementClient } from '../../src/core/client/management-client.js';
import { type DatabaseServers, noServers } from '../../src/service/account/databases.js';
import { createMemoryStore } from '../../src/service/account/record-store.js';
import { ControlError, createControlClient, createService, type ServiceOptions } from '../../src/service/index.js';
import { createFetchService } from '../../src/service/memory-service.js';
import { rejectionOf } from '../support/failure-of.js';
import { serve } from '../support/serve.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { AUTHORIZATION, BASE_URL, CREDENTIALS, openService, REQUEST, TOKEN } from './opened-service.js';

const headers = { authorization: AUTHORIZATION, 'content-type': 'application/json' };
const LIST = `${BASE_URL}/v2/vector/index`;

describe('fetch', () => {
  it('accepts the arguments of the standard fetch, and works without its object', async () => {
    const { fetch } = openService().service;
    for (const input of [LIST, new URL(LIST), new Request(LIST)]) {
      expect((await fetch(input, { headers })).status).toBe(200);
    }
    expect((await fetch(new Request(LIST, { headers }))).status).toBe(200);
    const refused = await fetch(new Request(LIST, { headers }), { method: 'POST' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET']);
  });

  it('serves a client with any host name, and the same databases as listen', async () => {
    const { service } = openService();
    const { url } = await service.listen();
    const inside = createManagementClient({
      baseUrl: 'https://fleet.example',
      credentials: CREDENTIALS,
      fetch: service.fetch,
    });
    const outside = createManagementClient({ baseUrl: url, credentials: CREDENTIALS });
    const { database_id: id } = await inside.createDatabase(REQUEST);
    expect(await outside.getDatabase(id)).toEqual(await inside.getDatabase(id));
  });

  it('rejects with the reason of a signal that aborts, before and during the request', async () => {
    const { service, control, clock } = openService();
    const reason = new Error('enough');
    expect(await rejectionOf(service.fetch(LIST, { signal: AbortSignal.abort(reason) }))).toBe(reason);

    await control.faults.inject({ kind: 'delay', delayMs: 1000 });
    const controller = new AbortController();
    const pending = rejectionOf(service.fetch(LIST, { headers, signal: controller.signal }));
    await clock.advance(10);
    controller.abort(reason);
    expect(await pending).toBe(reason);
    expect(clock.pending).toBe(0);
  });
});

describe('listen', () => {
  it('serves on 127.0.0.1, also beside ::1, and leaves its port to the next service', async () => {
    const { service } = openService();
    const { url, port } = await service.listen();
    const other = await service.listen({ host: '::1' });
    expect([url, other.url]).toEqual([`http://127.0.0.1:${port}`, `http://[::1]:${other.port}`]);
    for (const each of [url, other.url]) expect((await fetch(`${each}/v2/vector/index`, { headers })).status).toBe(200);
    await service.close();
    expect((await openService().service.listen({ port })).port).toBe(port);
  });

  it('explains why it cannot listen', async () => {
    const { service } = openService();
    const port = Number(new URL(await serve(() => {})).port);
    expect((await rejectionOf(service.listen({ port }))).message).toBe(
      `The service cannot listen on port ${port} of 127.0.0.1: it is in use.`,
    );
    expect((await rejectionOf(service.listen({ port: 70_000 }))).message).toContain('expected a port from 0 to 65535');
    for (const host of ['0.0.0.0', '::', 'localhost', '192.168.0.1']) {
      const refused = await rejectionOf(service.listen({ host: host as '::1' }));
      expect(refused.message).toBe('The service listens on 127.0.0.1 or ::1 only.');
    }
    expect((await service.fetch(LIST, { headers })).status).toBe(200);
  });
});

describe('close', () => {
  it('stops the service once, and leaves no timer', async () => {
    const { service, clock } = openService();
    const { url } = await service.listen();
    const client = createManagementClient({ baseUrl: url, credentials: CREDENTIALS });
    await client.createDatabase(REQUEST);
    expect(clock.pending).toBe(1);
    await Promise.all([service.close(), service.close()]);
    await service.close();
    expect(clock.pending).toBe(0);
    expect((await rejectionOf(client.listVectorIndices())).message).toContain('ECONNREFUSED');
  });

  it('refuses later calls', async () => {
    for (const used of [true, false]) {
      const { service } = openService();
      if (used) await service.listen();
      await service.close();
      const closed = new TypeError('fetch failed: the service is closed');
      expect(await rejectionOf(service.fetch(LIST, { headers }))).toEqual(closed);
      expect(await rejectionOf(service.listen())).toEqual(closed);
    }
  });

  it('stops a service that is still opening, and rejects the waiting requests', async () => {
    const directory = await temporaryFolder();
    const { service } = openService({ directory });
    const waiting = [service.fetch(LIST, { headers }), service.listen()].map(rejectionOf);
    await service.close();
    for (const error of await Promise.all(waiting)) expect(error.message).toContain('the service is closed');
    // The directory is free again.
    expect((await openService({ directory }).service.fetch(LIST, { headers })).status).toBe(200);
  });

  it('does not wait for requests that a fault delays', async () => {
    const { service, control } = openService();
    const { url } = await service.listen();
    await control.faults.inject({ kind: 'delay', delayMs: 60_000 });
    const pending = [fetch(`${url}/v2/vector/index`, { headers }), service.fetch(LIST, { headers })].map(rejectionOf);
    await fetch(`${url}/control/requests`, { headers: { authorization: `Bearer ${TOKEN}` } });
    await service.close();
    for (const error of await Promise.all(pending)) expect(error).toBeInstanceOf(TypeError);
  });

  it('does not wait for a server that a change starts', async () => {
    let start: (() => void) | undefined;
    let end = (_: Error): void => {};
    const starting = new Promise<never>((_, reject) => (end = reject));
    const servers: DatabaseServers = {
      ...noServers,
      async apply(_, record) {
        if (start === undefined) return record;
        start();
        return starting;
      },
      close: async () => end(new Error('the service is closed')),
    };
    const options = { credentials: CREDENTIALS, controlToken: TOKEN, seed: { databases: [REQUEST] } };
    const service = createFetchService(options, async () => ({ store: createMemoryStore(), servers }));
    const control = createControlClient({ baseUrl: BASE_URL, token: TOKEN, fetch: service.fetch });
    const [database] = await control.databases.list();
    const begun = new Promise<void>((resolve) => (start = resolve));
    const change = rejectionOf(control.databases.set(String(database?.['database_id']), { state: 'active' }));
    await begun;
    await service.close();
    expect(await change).toBeInstanceOf(ControlError);
  });
});

describe('options', () => {
  it('that are invalid are all named, without values', async () => {
    const wrong = {
      credentials: { username: 'canary:name', password: 'canary\n' },
      directory: '',
      seed: { databases: [{ database_name: 'canary', platform: 'canary', primary_region: 'eu-west-1' }], surplus: 1 },
      controlToken: 'canary token',
      redis: 'canary',
      lifecycle: { creatingMs: -1, updatingMs: Number.NaN },
      clock: {},
      random: 2,
      onNotice: 'canary',
    } as unknown as ServiceOptions;
    const error = await rejectionOf(() => createService(wrong));
    const paths = [
      ...['credentials.username', 'credentials.password', 'directory', 'seed.surplus', 'seed.databases[0].platform'],
      ...['controlToken', 'redis', 'lifecycle.creatingMs', 'lifecycle.updatingMs', 'clock', 'random', 'onNotice'],
    ];
    for (const path of paths) expect(error.message).toContain(`${path}: `);
    expect(inspect(error, { showHidden: true })).not.toContain('canary');
  });

  it('of the lifecycle that are undefined have their defaults', async () => {
    const lifecycle: object = { creatingMs: undefined, updatingMs: undefined };
    const { clock, create, read } = openService({ lifecycle });
    const { database_id: id } = (await (await create()).json()) as { database_id: string };
    const states: unknown[] = [];
    for (const afterMs of [1999, 1, 999, 1]) {
      await clock.advance(afterMs);
      states.push((await read(`/v2/redis/database/${id}`))['modifying_state']);
    }
    expect(states).toEqual(['creating', 'updating', 'updating', '']);
  });
});
