import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { KeptIds } from '../../../../src/apps/dashboard/server/kept-ids.js';
import { FleetError } from '../../../../src/index.js';
import { create, createDashboardUnderTest, post } from './dashboard-under-test.js';

it('sends no create that cannot be recorded, takes 10,000 ids at once, and refuses invalid and foreign changes', async () => {
  const changes: (readonly string[])[] = [];
  const kept: KeptIds = {
    ids: [],
    add: async (ids) => void changes.push(ids),
    remove: async (ids) => void changes.push(ids),
    recordCreate: () => Promise.reject(new FleetError('storage', 'create-database', 'the disk is full')),
  };
  const { ask, askWithoutCookie, errors, control } = await createDashboardUnderTest({ kept });
  const answer = await ask('/fleet/v2/redis/database', create);
  const error = 'not sent, because its id cannot be kept on this machine';
  expect([answer.status, await answer.json()]).toEqual([409, { error }]);
  expect(errors).toMatchObject([{ code: 'storage', message: 'create-database: the disk is full' }]);
  expect(await control.databases.list()).toHaveLength(1);
  for (const ids of [{ add: ['..'] }, { add: 'a' }, { remove: [5] }, 'a'])
    expect((await ask('/known', post(ids))).status).toBe(400);
  const change = { add: ['a'] };
  expect((await ask('/known', post(change, { 'sec-fetch-site': 'cross-site' }))).status).toBe(403);
  expect((await ask('/known', post(change, { 'content-type': 'text/plain' }))).status).toBe(415);
  expect((await askWithoutCookie('/known', post(change))).status).toBe(401);
  expect(changes).toEqual([]);
  const add = Array.from({ length: 10_000 }, () => randomUUID());
  expect((await ask('/known', post({ add }))).status).toBe(200);
});
