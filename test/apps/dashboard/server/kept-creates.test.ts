import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import type { KeptIds } from '../../../../src/apps/dashboard/server/kept-ids.js';
import { createManagementClient, type ManagementClient } from '../../../../src/core/client/management-client.js';
import { FleetError } from '../../../../src/index.js';
import { failureOf } from '../../../support/failure-of.js';
import { createDashboardUnderTest, type DashboardUnderTest } from './dashboard-under-test.js';

const MIB = 1024 ** 2;
const request = { database_name: 'sessions', platform: 'aws', primary_region: 'eu-west-1' } as const;

/** Records what happens to the creates of a dashboard. */
function createKept(onRecord: () => void = () => {}): { readonly kept: KeptIds; readonly steps: string[] } {
  const steps: string[] = [];
  const kept: KeptIds = {
    ids: [],
    add: async () => {},
    remove: async () => {},
    async recordCreate({ database_name }) {
      onRecord();
      steps.push(`recorded ${database_name}`);
      return {
        succeed: async (id) => void steps.push(`kept ${id}`),
        fail: () => void steps.push('forgotten'),
      };
    },
  };
  return { kept, steps };
}

/** Sends requests as the page of the dashboard does. */
function pageOf({ origin, cookie }: DashboardUnderTest): ManagementClient {
  return createManagementClient({
    baseUrl: `${origin}/fleet`,
    fetch(url, init) {
      const headers = new Headers(init.headers);
      headers.set('cookie', cookie);
      return fetch(url, { ...init, headers });
    },
  });
}

/** Starts a service whose answer to a create never ends. It stops at a size that a machine survives. */
async function startEndlessService(): Promise<{ readonly baseUrl: string; readonly sentBytes: () => number }> {
  const chunk = Buffer.alloc(64 * 1024, 'x');
  let sentBytes = 0;
  function* body(): Generator<Buffer> {
    yield Buffer.from('{"database_name":"');
    for (; sentBytes < 192 * MIB; sentBytes += chunk.length) yield chunk;
  }
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    Readable.from(body(), { objectMode: false }).pipe(response, { end: false });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sentBytes: () => sentBytes };
}

it('reads no more of an endless answer to a create than a record may have', async () => {
  const { baseUrl, sentBytes } = await startEndlessService();
  const { kept, steps } = createKept();
  const dashboard = await createDashboardUnderTest({ baseUrl, kept, timeoutMs: 5000 });
  const error = await failureOf(pageOf(dashboard).createDatabase(request));
  expect(error.code).toBe('outcome-unknown');
  expect(error.message).toContain('unknown whether it took effect');
  // The limit is 1 MiB. The rest is what the sockets hold.
  expect(sentBytes()).toBeLessThan(32 * MIB);
  expect(steps).toEqual(['recorded sessions']);
  expect(dashboard.created).toEqual([]);
  expect(dashboard.errors).toMatchObject([{ code: 'outcome-unknown' }]);
});

it('sends no create that cannot be recorded', async () => {
  const { kept } = createKept(() => {
    throw new FleetError('storage', 'create-database', 'the disk is full');
  });
  const dashboard = await createDashboardUnderTest({ kept });
  const error = await failureOf(pageOf(dashboard).createDatabase(request));
  expect(error).toMatchObject({ code: 'rejected', status: 409 });
  expect(error.message).toContain('not sent, because its id cannot be kept on this machine');
  expect(dashboard.errors).toMatchObject([{ code: 'storage', message: 'create-database: the disk is full' }]);
  expect(await dashboard.control.databases.list()).toHaveLength(1);
});

it('takes the ids of 10,000 databases in one request', async () => {
  const { ask } = await createDashboardUnderTest(createKept());
  const body = JSON.stringify({ add: Array.from({ length: 10_000 }, () => randomUUID()) });
  const headers = { 'content-type': 'application/json' };
  expect((await ask('/known', { method: 'POST', headers, body })).status).toBe(200);
});
