import { createManagementClient, exactInt64, FleetError } from 'fleetglass';
import { describe, expect, inject, test } from 'vitest';
import { detectRuntime } from './runtime.js';
import { serviceAccess } from './service-access.js';

const { credentials, controlToken } = serviceAccess;
const baseUrl = new URL(inject('serviceUrl'), globalThis.location?.href).href.replace(/\/$/, '');
const request = { database_name: 'sessions', platform: 'aws', primary_region: 'eu-west-1', plan: 'payg' } as const;

async function injectFault(fault: object): Promise<void> {
  const headers = { authorization: `Bearer ${controlToken}`, 'content-type': 'application/json' };
  const { status } = await fetch(`${baseUrl}/control/faults`, { method: 'POST', headers, body: JSON.stringify(fault) });
  expect(status).toBe(200);
}

test('runs where it is meant to', () => {
  expect(detectRuntime()).toBe(inject('runtime'));
});

describe('the management client', () => {
  const client = createManagementClient({ baseUrl, credentials });

  test('creates a database and reads it back, without its credentials, with every digit', async () => {
    const created = await client.createDatabase(request);
    const read = await client.getDatabase(created.database_id);
    expect(created).toMatchObject({ database_name: 'sessions', state: 'active', password: expect.any(String) });
    expect(read).not.toHaveProperty('password');
    expect(exactInt64(read, 'db_request_limit')).toBe(9_223_372_036_854_775_807n);
  });

  test('lists the vector indices', async () => {
    const indices = await client.listVectorIndices();
    expect(indices.map(({ id, dimension_count }) => [id, dimension_count])).toEqual([['articles-1', 384]]);
  });

  test('says what went wrong in one word', async () => {
    const stranger = createManagementClient({ baseUrl, credentials: { ...credentials, password: 'wrong' } });
    await expect(stranger.listVectorIndices()).rejects.toMatchObject({ code: 'unauthorized', status: 401 });
    await expect(client.getDatabase('nobody')).rejects.toMatchObject({ code: 'not-found', status: 404 });
    await expect(client.getDatabase('..')).rejects.toMatchObject({ code: 'invalid-request' });
    await expect(client.getDatabase('nobody')).rejects.toBeInstanceOf(FleetError);
  });

  test('hears from the service how long to wait', async () => {
    await injectFault({ kind: 'status', status: 429, retryAfter: 2, operation: 'list-vector-indices', times: 1 });
    const refused = expect(client.listVectorIndices()).rejects;
    await refused.toMatchObject({ code: 'rate-limited', retryAfterMs: 2000 });
  });

  test('gives up at its deadline, and when it is told to', async () => {
    await injectFault({ kind: 'delay', delayMs: 60_000, operation: 'list-vector-indices', times: 2 });
    const hasty = createManagementClient({ baseUrl, credentials, timeoutMs: 50 });
    await expect(hasty.listVectorIndices()).rejects.toMatchObject({ code: 'timeout' });
    const signal = AbortSignal.timeout(50);
    await expect(client.listVectorIndices({ signal })).rejects.toMatchObject({ code: 'aborted' });
  });

  test('takes no answer on trust', async () => {
    await injectFault({ kind: 'truncate', operation: 'list-vector-indices', times: 1 });
    await expect(client.listVectorIndices()).rejects.toMatchObject({
      code: expect.stringMatching(/bad-response|unavailable/),
    });
  });
});
