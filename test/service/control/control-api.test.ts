import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createService, type ControlClient, type Service } from '../../../src/service/index.js';
import { rejectionOf } from '../../support/failure-of.js';
import { AUTHORIZATION, BASE_URL, CREDENTIALS, openService, TOKEN, type Init } from '../opened-service.js';

const BIG = 8024278031528736858n;

/** A script that sets a field to nested lists. The script adds four levels. */
function nested(lists: number): string {
  return `{"steps":[{"set":{"a":${'['.repeat(lists)}${']'.repeat(lists)}}}]}`;
}

/** Sends a request to the control API without the client. */
function raw(service: Service, path: string, init: Init = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', ...init.headers };
  return service.fetch(`${BASE_URL}/control${path}`, { ...init, headers });
}

it.each([
  ['no header', ''],
  ['another token', 'Bearer wrong'],
  ['the token under another scheme', `Basic ${TOKEN}`],
  ['the credentials of the account', AUTHORIZATION],
])('the control API answers 401 on every path for %s', async (_, authorization) => {
  const { service } = openService();
  for (const path of ['/databases', '/reset', '/no-such-path', '']) {
    const response = await raw(service, path, { method: 'POST', headers: { authorization } });
    expect([path, response.status]).toEqual([path, 401]);
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer /);
    expect(await response.json()).toEqual({ error: 'wrong or missing control token' });
  }
});

it('the control API answers 404 on every path without a configured token', async () => {
  await using service = createService({ credentials: CREDENTIALS });
  for (const path of ['', '/databases', '/reset']) {
    const response = await raw(service, path, { headers: { authorization: AUTHORIZATION } });
    expect([path, response.status]).toEqual([path, 404]);
  }
});

describe('invalid requests', () => {
  it.each([
    ['/databases', 'DELETE', 'GET'],
    ['/databases/x', 'GET', 'PATCH, DELETE'],
  ])('%s %s gets 405 with the allowed methods', async (path, method, allow) => {
    const { service } = openService();
    const response = await raw(service, path, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
    expect(await response.json()).toEqual({ error: `only ${allow} is answered here` });
  });

  it.each([
    ['a body that is not JSON', '{"steps": canary-body}'],
    ['endless brackets', '['.repeat(500_000)],
    ['JSON nested 101 levels deep', nested(97)],
  ])('refuses %s in JSON, and answers the next request', async (_, body) => {
    const { service } = openService();
    const response = await raw(service, '/databases/x', { method: 'PATCH', body });
    expect(response.status).toBe(400);
    expect(JSON.stringify(await response.json())).not.toContain('canary');
    expect((await raw(service, '/databases')).status).toBe(200);
  });

  it.each([
    [{ kind: 'explode' }, ['kind']],
    [[], ['']],
    [{ kind: 'status', status: 600 }, ['status']],
    [{ kind: 'status', status: 500, retryAfter: 'a\nb' }, ['retryAfter']],
    [{ kind: 'delay', delayMs: -1 }, ['delayMs']],
    [{ kind: 'truncate', when: 'before' }, ['when']],
    [{ kind: 'drop', times: 0, share: 1.5, operation: 'x', status: 3 }, ['operation', 'times', 'share', 'status']],
  ])('refuses the fault %j and names %j', async (fault, paths) => {
    const { service, control } = openService();
    const response = await raw(service, '/faults', { method: 'POST', body: JSON.stringify(fault) });
    expect(response.status).toBe(400);
    const { issues } = (await response.json()) as { issues: { path: string }[] };
    expect(issues.map(({ path }) => path)).toEqual(paths);
    expect(await control.faults.list()).toEqual([]);
  });

  it.each([
    ['set', (control: ControlClient, id: string) => control.databases.set(id, {}, { afterMs: 10 })],
    ['remove', (control: ControlClient, id: string) => control.databases.remove(id)],
    ['remove', (control: ControlClient, id: string) => control.indices.remove(id)],
  ])('answers 404 to %s for an unknown id, and leaves no timer', async (_, work) => {
    const { control, clock } = openService();
    const error = await rejectionOf(work(control, 'a b%2F?'));
    expect(error).toMatchObject({ name: 'ControlError', status: 404, issues: [] });
    expect(clock.pending).toBe(0);
  });
});

describe('changes of a database', () => {
  it('remove fields, now and later', async () => {
    const { clock, control, createAtRest: create, read } = openService();
    const id = await create();
    expect(await control.databases.unset(id, ['region', 'not there'])).not.toHaveProperty('region');
    await control.databases.unset(id, ['port'], { afterMs: 10 });
    expect(await read(`/v2/redis/database/${id}`)).toHaveProperty('port');
    await clock.advance(10);
    expect(await read(`/v2/redis/database/${id}`)).not.toHaveProperty('port');
  });

  it('are answered without credentials, as is the list of databases', async () => {
    const { control, createAtRest: create, read } = openService();
    const id = await create('list me');
    const password = (await read(`/v2/redis/database/${id}`))['password'];
    expect(password).toEqual(expect.any(String));
    const listed = await control.databases.list();
    expect(listed).toMatchObject([{ database_id: id, database_name: 'list me' }]);
    const changed = await control.databases.set(id, { budget: 3 });
    for (const shown of [listed, changed]) expect(inspect(shown, { depth: 9 })).not.toContain(password);
  });

  it('include its removal, which cancels its waiting steps and its lifecycle, and no others', async () => {
    // No database comes to rest.
    const { clock, control, createAtRest: create, ask: api } = openService({ lifecycle: { creatingMs: 5 } });
    const [id, other] = [await create(), await create()];
    for (const each of [id, other]) await control.databases.set(each, { state: 'passive' }, { afterMs: 10 });
    expect(clock.pending).toBe(4);
    await control.databases.remove(id);
    expect((await api(`/v2/redis/database/${id}`)).status).toBe(404);
    expect(clock.pending).toBe(2);
    await clock.advance(10);
    expect(await control.databases.list()).toMatchObject([{ database_id: other, state: 'passive' }]);
  });
});

it('vector indices are added with the given fields and defaults for the others', async () => {
  const { control, read } = openService();
  const added = await control.indices.add({ id: 'products', name: 'products', max_vector_count: BIG });
  expect(added).toMatchObject({ id: 'products', max_vector_count: BIG, similarity_function: expect.any(String) });
  expect(added).not.toHaveProperty('token');
  expect(await read('/v2/vector/index')).toMatchObject([
    { id: 'products', name: 'products', token: expect.any(String) },
  ]);
  expect(await control.indices.list()).toMatchObject([{ id: 'products' }]);
  expect((await control.indices.list())[0]).not.toHaveProperty('read_only_token');
});

it('vector indices are refused with a taken id or an id that is invalid in a path', async () => {
  const { control } = openService();
  await control.indices.add({ id: 'a' });
  expect(await rejectionOf(control.indices.add({ id: 'a' }))).toMatchObject({ status: 409 });
  for (const id of ['', '..', 'a/b', 7, null]) {
    expect(await rejectionOf(control.indices.add({ id }))).toMatchObject({ status: 400, issues: [{ path: 'id' }] });
  }
  expect(await control.indices.list()).toHaveLength(1);
});

it('faults apply before the authentication', async () => {
  const { control, ask: api } = openService();
  await control.faults.inject({ kind: 'status', status: 503 });
  expect((await api('/v2/vector/index', { headers: { authorization: '' } })).status).toBe(503);
});

it('reset restores the seed, and clears faults, waiting steps, delayed requests and the log', async () => {
  const seed = {
    databases: [{ database_name: 'seeded', platform: 'aws', primary_region: 'eu-west-1' } as const],
    indices: [{ id: 'seeded' }],
  };
  const { clock, control, ask: api, createAtRest: create } = openService({ seed });
  const atRest = clock.pending;
  const id = await create('gone');
  await control.indices.add({ id: 'gone' });
  await control.indices.set('seeded', { name: 'changed' });
  await control.indices.set('seeded', { name: 'later' }, { afterMs: 50 });
  await control.databases.set(id, { state: 'passive' }, { afterMs: 50 });
  await control.faults.inject({ kind: 'delay', delayMs: 1000 });
  const waiting = clock.pending;
  const held = rejectionOf(api('/v2/vector/index'));
  while (clock.pending === waiting) await new Promise((resolve) => setImmediate(resolve));

  await control.reset();

  expect(await held).toBeInstanceOf(TypeError);
  expect(clock.pending).toBe(atRest);
  expect(await control.faults.list()).toEqual([]);
  expect(await control.requests.list()).toEqual([]);
  expect((await control.databases.list()).map((record) => record['database_name'])).toEqual(['seeded']);
  expect(await control.indices.list()).toMatchObject([{ id: 'seeded', name: expect.stringMatching(/^index-/) }]);
  await create();
  expect(await control.databases.list()).toHaveLength(2);
});
