import {
  createFleet,
  createManagementClient,
  exactInt64,
  FleetError,
  systemClock,
  type Database,
  type Fetch,
  type Fleet,
  createDatabase,
  driftOf,
  transitionsOf,
  waitFor,
} from 'fleetglass';
import { createControlClient } from 'fleetglass/service/memory';
import { filter, firstValueFrom, toArray } from 'rxjs';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { createCountingClock } from '../support/counting-clock.js';
import { detectRuntime } from './runtime.js';
import { serviceAccess } from './service-access.js';

const { credentials, controlToken: token } = serviceAccess;
const baseUrl = new URL(inject('serviceUrl'), globalThis.location?.href).href.replace(/\/$/, '');
const { databases, faults } = createControlClient({ baseUrl, token });
const request = { database_name: 'sessions', platform: 'aws', primary_region: 'eu-west-1', plan: 'payg' } as const;

/** The clock and fetch of the platform, with the number of armed timers and open requests. */
function createCountedPlatform() {
  const clock = createCountingClock(systemClock);
  let requests = 0;
  const countedFetch: Fetch = (url, init) => {
    requests += 1;
    return fetch(url, init).finally(() => (requests -= 1));
  };
  return { clock, fetch: countedFetch, pending: () => clock.armed + requests };
}

// If a request is aborted before it arrives, its fault would apply to the next request.
afterEach(() => faults.clear());

test('the tests run in the expected runtime', () => {
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

  test('rejects with a FleetError whose code names the cause', async () => {
    const wrongClient = createManagementClient({ baseUrl, credentials: { ...credentials, password: 'wrong' } });
    await expect(wrongClient.listVectorIndices()).rejects.toMatchObject({ code: 'unauthorized', status: 401 });
    await expect(client.getDatabase('absent')).rejects.toMatchObject({ code: 'not-found', status: 404 });
    await expect(client.getDatabase('..')).rejects.toMatchObject({ code: 'invalid-request' });
    await expect(client.getDatabase('absent')).rejects.toBeInstanceOf(FleetError);
  });

  test('passes on the Retry-After of the service', async () => {
    await faults.inject({ kind: 'status', status: 429, retryAfter: 2, operation: 'list-vector-indices', times: 1 });
    const refused = expect(client.listVectorIndices()).rejects;
    await refused.toMatchObject({ code: 'rate-limited', retryAfterMs: 2000 });
  });

  test('ends a request at its deadline, and when the caller aborts', async () => {
    await faults.inject({ kind: 'delay', delayMs: 60_000, operation: 'list-vector-indices', times: 2 });
    const impatient = createManagementClient({ baseUrl, credentials, timeoutMs: 50 });
    await expect(impatient.listVectorIndices()).rejects.toMatchObject({ code: 'timeout' });
    const signal = AbortSignal.timeout(50);
    await expect(client.listVectorIndices({ signal })).rejects.toMatchObject({ code: 'aborted' });
  });

  test('rejects a truncated answer', async () => {
    await faults.inject({ kind: 'truncate', operation: 'list-vector-indices', times: 1 });
    const code = expect.stringMatching(/^(?:bad-response|unavailable)$/);
    await expect(client.listVectorIndices()).rejects.toMatchObject({ code });
  });
});

describe('a fleet', () => {
  const isAtRest = (record: Database): boolean => record.modifying_state === '';

  function setUp(): { fleet: Fleet; platform: ReturnType<typeof createCountedPlatform> } {
    const platform = createCountedPlatform();
    const { clock, fetch } = platform;
    const polling = { cadence: () => 20, perSecond: 1000, burst: 1000 };
    return { fleet: createFleet({ baseUrl, credentials, clock, fetch, polling }), platform };
  }

  test('knows a created database, shows it with its drift, and keeps its credentials apart', async () => {
    const { fleet } = setUp();
    using _ = fleet;
    const created = await createDatabase(fleet, request);
    const { database_id: id } = created;
    expect(fleet.databases.known.value).toEqual([id]);
    expect(fleet.databases.entry(id).value).toMatchObject({ id, status: 'fresh', record: created });
    expect(driftOf(created)).toEqual([expect.objectContaining({ path: 'db_request_limit', kind: 'rounded-integer' })]);
    const password = fleet.databases.credentials(id)?.password;
    expect(password).toEqual(expect.any(String));
    expect(JSON.stringify(fleet.databases.entry(id).value)).not.toContain(password);
  });

  test('follows a database until it is at rest, and emits its transitions', async () => {
    const { fleet } = setUp();
    using _ = fleet;
    const emitted = firstValueFrom(transitionsOf(fleet).pipe(toArray()));
    const { database_id: id } = await createDatabase(fleet, request);
    const record = await waitFor(fleet, id, isAtRest, { timeoutMs: 10_000 });
    expect(fleet.databases.record(id).value).toEqual(record);
    fleet.dispose();
    const transitions = (await emitted).filter(({ field }) => field === 'modifying_state');
    // A slow machine may miss the state in between.
    expect([transitions[0]?.from, transitions.at(-1)?.to]).toEqual(['creating', undefined]);
  });

  test('polls an observed database, and shows its changes', async () => {
    const { fleet } = setUp();
    using _ = fleet;
    const { database_id: id } = await createDatabase(fleet, request);
    await waitFor(fleet, id, isAtRest);
    const seen: unknown[] = [];
    fleet.databases.field(id, 'state').subscribe((state) => seen.push(state));
    await databases.set(id, { state: 'suspended' });
    await firstValueFrom(fleet.databases.field(id, 'state').pipe(filter((state) => state === 'suspended')));
    expect(seen).toEqual(['active', 'suspended']);
  });

  test('leaves no request and no timer when it is disposed of', async () => {
    const { fleet, platform } = setUp();
    const { database_id: id } = await createDatabase(fleet, request);
    fleet.databases.track([id, 'absent']);
    await faults.inject({ kind: 'delay', delayMs: 60_000, operation: 'get-database', times: 1 });
    const pending = waitFor(fleet, id, () => false);
    const values = firstValueFrom(fleet.databases.record(id).pipe(toArray()));
    const slow = fleet.databases.refresh(id);
    expect(platform.pending()).toBeGreaterThan(0);

    fleet.dispose();
    await expect(pending).rejects.toMatchObject({ code: 'disposed' });
    await expect(slow).rejects.toMatchObject({ code: 'disposed' });
    expect((await values).at(-1)).toBe(fleet.databases.record(id).value);
    await expect(createDatabase(fleet, request)).rejects.toMatchObject({ code: 'disposed' });
    await expect.poll(platform.pending).toBe(0);
  });
});
