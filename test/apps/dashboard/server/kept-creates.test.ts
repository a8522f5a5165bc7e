import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { KeptIds } from '../../../../src/apps/dashboard/server/kept-ids.js';
import { createManagementClient, type ManagementClient } from '../../../../src/core/client/management-client.js';
import { FleetError } from '../../../../src/index.js';
import { failureOf } from '../../../support/failure-of.js';
import { createDashboardUnderTest, type DashboardUnderTest } from './dashboard-under-test.js';

const request = { database_name: 'sessions', platform: 'aws', primary_region: 'eu-west-1' } as const;

/** Records what happens to the creates of a dashboard. */
function createKept(onRecord: () => void = () => {}): { readonly kept: KeptIds; readonly steps: string[] } {
  const steps: string[] = [];
  const kept: KeptIds = {
    ids: [],
    add: async () => void steps.push('added'),
    remove: async () => void steps.push('removed'),
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

it('keeps a create whose outcome is not known', async () => {
  const { kept, steps } = createKept();
  const dashboard = await createDashboardUnderTest({ kept });
  await dashboard.control.faults.inject({ kind: 'drop' });
  const error = await failureOf(pageOf(dashboard).createDatabase(request));
  expect(error.code).toBe('outcome-unknown');
  expect(error.message).toContain('unknown whether it took effect');
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

/** A change of the kept ids, as the page sends it. */
const changeOf = (ids: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(ids),
});

it('takes the ids of 10,000 databases in one request', async () => {
  const { ask } = await createDashboardUnderTest(createKept());
  const add = Array.from({ length: 10_000 }, () => randomUUID());
  expect((await ask('/known', changeOf({ add }))).status).toBe(200);
});

it('refuses a change of the kept ids that is invalid or comes from another site', async () => {
  const { kept, steps } = createKept();
  const { ask, askWithoutCookie } = await createDashboardUnderTest({ kept });
  for (const ids of [{ add: ['..'] }, { add: 'a' }, { remove: [5] }, 'a'])
    expect((await ask('/known', changeOf(ids))).status).toBe(400);
  expect((await ask('/known', changeOf({ add: ['a'] }, { 'sec-fetch-site': 'cross-site' }))).status).toBe(403);
  expect((await ask('/known', changeOf({ add: ['a'] }, { 'content-type': 'text/plain' }))).status).toBe(415);
  expect((await askWithoutCookie('/known', changeOf({ add: ['a'] }))).status).toBe(401);
  expect(steps).toEqual([]);
});
