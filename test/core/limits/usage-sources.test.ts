import { usageOf, addUsageSource, dehydrate, hydrate, usageSourcesOf, limitsOf } from '../../../src/index.js';
import { describe, expect, it } from 'vitest';
import type { Fleet } from '../../../src/core/fleet/fleet.js';
import type { UsageSource } from '../../../src/core/limits/usage-source.js';
import type { FleetError } from '../../../src/core/shared/fleet-error.js';
import { errorOf } from '../../support/failure-of.js';
import { createApp, createFleetUnderTest, quick, type FleetUnderTestOptions } from '../fleet/fleet-under-test.js';
import { databaseOf, usualAnswer } from '../fleet/scripted-service.js';

/** A fleet that knows the databases `a` and `b`. A source that is added notes its reads, and returns 10 clients. */
async function createSourcesUnderTest(options: FleetUnderTestOptions = {}) {
  const under = createFleetUnderTest({ polling: quick, ...options });
  const { fleet } = under;
  fleet.databases.add(['a', 'b']);
  await under.advance(1);
  const reads: string[] = [];
  const read = ({ database_id }: { readonly database_id: string }) => {
    reads.push(database_id);
    return { db_max_clients: 10 };
  };
  const add = (fields: Partial<UsageSource<'database'>> = {}) =>
    addUsageSource(fleet, { name: 'test', resource: 'database', read, ...fields } as UsageSource<'database'>);
  const clients = (id: string): number | undefined => usageOf(fleet, 'database', id).value?.db_max_clients?.used;
  const status = () => usageSourcesOf(fleet).value[0];
  return { ...under, reads, add, clients, status };
}

/** Adds a source that reads the token of one index after the other. @returns the tokens that it gets */
function readTokens(fleet: Fleet, refresh: boolean): unknown[] {
  const tokens: unknown[] = [];
  addUsageSource(fleet, {
    name: 'vectors',
    resource: 'index',
    concurrency: 1,
    async read(_, { credentials }) {
      tokens.push((await credentials({ refresh }))?.read_only_token);
      return undefined;
    },
  });
  return tokens;
}

describe('a usage source', () => {
  it('reads each known database at once, then once per interval, and shows it', async () => {
    const { fleet, clock, reads, clients, advance, add } = await createSourcesUnderTest();
    const seen: unknown[] = [];
    usageSourcesOf(fleet).subscribe((statuses) => seen.push(statuses));
    expect(seen).toEqual([[]]);
    const lastRunAt = clock.now();
    add({ everyMs: 10_000 });
    await advance(1);
    const { value: statuses } = usageSourcesOf(fleet);
    expect(statuses).toEqual([{ name: 'test', resource: 'database', resources: 2, failing: 0, lastRunAt }]);
    expect(usageSourcesOf(fleet).value).toBe(statuses);
    expect(seen.at(-1)).toBe(statuses);
    expect(reads).toEqual(['a', 'b']);
    expect([clients('a'), clients('b')]).toEqual([10, 10]);
    expect(usageOf(fleet, 'database', 'a').value?.db_max_clients?.source).toBe('test');
    reads.length = 0;
    await advance(60_000);
    expect(reads.filter((id) => id === 'a')).toHaveLength(6);
    expect(reads.filter((id) => id === 'b')).toHaveLength(6);
  });

  it('reads a database from its first record on, and stops when it is missing or removed', async () => {
    const { fleet, service, reads, advance, add } = await createSourcesUnderTest();
    add({ everyMs: 10_000 });
    fleet.databases.add('c');
    await advance(1);
    expect(reads.toSorted()).toEqual(['a', 'b', 'c']);
    fleet.databases.remove('a');
    service.respond((request) => (request.id === 'b' ? { status: 404 } : usualAnswer(request)));
    await fleet.databases.refresh('b').catch(() => {});
    reads.length = 0;
    await advance(30_000);
    expect([...new Set(reads)]).toEqual(['c']);
    expect(usageSourcesOf(fleet).value).toMatchObject([{ name: 'test', resources: 1, failing: 0 }]);
  });

  it('reads indices of the list with their tokens', async () => {
    const { fleet, service, advance } = createFleetUnderTest({ polling: quick });
    service.respond(() => ({ json: [{ id: 'i', name: 'i', read_only_token: 'CANARY', max_vector_count: 100 }] }));
    const tokens: unknown[] = [];
    addUsageSource(fleet, {
      name: 'vectors',
      resource: 'index',
      async read({ id }, { credentials }) {
        tokens.push((await credentials())?.read_only_token, (await credentials({ refresh: true }))?.read_only_token);
        return { max_vector_count: id.length };
      },
    });
    fleet.indices.track();
    await advance(1);
    expect(service.requests).toHaveLength(1);
    await advance(30_000);
    expect(tokens).toEqual(['CANARY', 'CANARY', 'CANARY', 'CANARY']);
    expect(limitsOf(fleet, 'index', 'i').value[0]).toMatchObject({ field: 'max_vector_count', used: 1, status: 'ok' });
    expect(service.requests).toHaveLength(2);
  });

  it.each([
    ['refused', true],
    ['not known', false],
  ])('reads the list for a token that is %s, also if a snapshot has brought a young list', async (__, refresh) => {
    const list = { json: [{ id: 'i', name: 'i', read_only_token: 'CANARY' }] };
    const server = createFleetUnderTest();
    server.service.respond(() => list);
    await server.fleet.indices.refresh();
    const { fleet, service, advance } = createFleetUnderTest({ polling: quick, snapshot: dehydrate(server.fleet) });
    service.respond(() => list);
    const tokens = readTokens(fleet, refresh);
    await advance(1);
    expect([tokens, service.requests.length]).toEqual([['CANARY'], 1]);
  });

  it.each([
    ['a later snapshot', {}],
    ['the snapshot of a fleet whose list comes from a store', { listedAt: undefined }],
  ])('reads the list for the token of an index that %s brings', async (__, changes) => {
    const listOf = (...ids: string[]) => ({ json: ids.map((id) => ({ id, read_only_token: `CANARY-${id}` })) });
    const server = createFleetUnderTest();
    server.service.respond(() => listOf('old', 'new'));
    const { fleet, service, advance } = createFleetUnderTest({ polling: quick });
    service.respond(() => listOf('old'));
    await fleet.indices.refresh();
    await advance(10_000);
    await server.advance(10_000);
    await server.fleet.indices.refresh();
    const tokens = readTokens(fleet, false);
    await advance(1);
    service.respond(() => listOf('old', 'new'));
    hydrate(fleet, { ...dehydrate(server.fleet), ...changes });
    await advance(1);
    expect([tokens, service.requests.length]).toEqual([['CANARY-old', 'CANARY-new'], 2]);
  });

  it('reads a failing list of indices only once for many refused tokens', async () => {
    const { fleet, service, advance } = createFleetUnderTest({ polling: quick });
    const list = ['i', 'j'].map((id) => ({ id, read_only_token: `CANARY-${id}` }));
    service.respond(() => ({ json: list }));
    await fleet.indices.refresh();
    await advance(10_000);
    service.respond(() => ({ json: [...list, { name: 'nameless' }] }));
    const tokens = readTokens(fleet, true);
    await advance(1);
    expect([tokens, service.requests.length]).toEqual([['CANARY-j'], 2]);
  });

  it.each([
    [401, 'does not accept the credentials'],
    [503, 'does not answer'],
  ])('leaves a service that answers %i to the probes of the polls, and recovers with them', async (answer, message) => {
    const { fleet, service, advance, add, status } = await createSourcesUnderTest();
    fleet.databases.add('c');
    await advance(1);
    service.respond(() => ({ status: answer }));
    add({
      async read(_, { credentials }) {
        await credentials();
        return { db_max_clients: 1 };
      },
    });
    await advance(600_000);
    expect(service.requests.filter(({ query }) => query === '')).toHaveLength(3);
    expect(status()).toMatchObject({ failing: 3, lastError: { message: expect.stringContaining(message) } });
    service.respond(({ id, query }) => ({ json: databaseOf(id, query === '' ? { password: 'CANARY' } : {}) }));
    await advance(900_000);
    expect(status()).toMatchObject({ failing: 0 });
  });

  it('fetches the credentials of a database once, and again when told to, and shows none of them in its error', async () => {
    const { fleet, service, advance, add, status } = await createSourcesUnderTest();
    service.respond(({ id, query, count }) => ({
      json: databaseOf(id, query === '' ? { password: `hunter-CANARY-${count}` } : {}),
    }));
    const passwords: unknown[] = [];
    add({
      concurrency: 1,
      async read({ database_id }, { credentials }) {
        if (database_id !== 'a') return undefined;
        for (const refresh of [false, false, true]) passwords.push((await credentials({ refresh }))?.password);
        throw new Error(`cannot log in with ${String(passwords.at(-1))}`);
      },
    });
    await advance(1);
    expect(status()?.lastError).toBeDefined();
    expect(JSON.stringify(usageSourcesOf(fleet).value)).not.toContain('CANARY');
    expect(new Set(passwords).size).toBe(2);
    expect(passwords[0]).toBe(passwords[1]);
    expect(service.requests.filter(({ query }) => query === '')).toHaveLength(2);
  });

  it('runs at most `concurrency` reads at the same time', async () => {
    const { fleet, advance, add } = await createSourcesUnderTest();
    fleet.databases.add(['c', 'd', 'e']);
    await advance(1);
    const ends: (() => void)[] = [];
    add({
      concurrency: 2,
      async read() {
        await new Promise<void>((resolve) => ends.push(resolve));
        return {};
      },
    });
    for (const started of [2, 3, 4]) {
      await advance(1);
      expect(ends).toHaveLength(started);
      ends.at(-1)?.();
    }
  });

  it('that hangs delays neither polls nor other sources, and is not read again before it ends', async () => {
    const { service, clients, advance, add, status } = await createSourcesUnderTest();
    let hung = 0;
    const signals: AbortSignal[] = [];
    add({
      name: 'hangs',
      everyMs: 1000,
      timeoutMs: 500,
      read(_, { signal }) {
        hung += 1;
        signals.push(signal);
        return new Promise(() => {});
      },
    });
    add({ everyMs: 1000 });
    service.clear();
    await advance(600_000);
    expect(hung).toBe(2);
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
    expect(clients('a')).toBe(10);
    expect(service.timesOf('a')).toHaveLength(10);
    expect(status()).toMatchObject({ failing: 2, lastError: { message: expect.any(String) } });
  });

  it('that fails is read again with backoff, and recovers', async () => {
    const { clients, advance, add, status } = await createSourcesUnderTest();
    let thrown: Error | undefined = new Error('connection refused');
    let reads = 0;
    add({
      everyMs: 1000,
      read() {
        reads += 1;
        if (thrown !== undefined) throw thrown;
        return { db_max_clients: 3 };
      },
    });
    await advance(3_600_000);
    expect(status()).toMatchObject({ failing: 2, lastError: { message: 'connection refused' } });
    thrown = Object.assign(new Error(), { message: Object.create(null) as string });
    await advance(3_600_000);
    expect(status()).toMatchObject({ failing: 2, lastError: { message: 'failed' } });
    expect(reads).toBeLessThan(2 * 120);
    thrown = undefined;
    await advance(300_000);
    expect(clients('b')).toBe(3);
    expect(status()).toMatchObject({ failing: 0 });
    expect(status()).not.toHaveProperty('lastError');
  });

  it.each([
    ['a negative amount', { db_max_clients: -1 }],
    ['null', null as never],
  ])('that answers with %s changes nothing, and says so', async (_, values) => {
    const { clients, advance, errors, add, status } = await createSourcesUnderTest();
    add({ read: () => values });
    await advance(1);
    expect(clients('a')).toBeUndefined();
    expect(status()?.lastError?.message).toMatch(/expected/);
    expect(errors).toEqual([]);
  });

  it('reads nothing while the page is hidden', async () => {
    const { presence, show } = createApp();
    const { reads, advance, add } = await createSourcesUnderTest({ polling: { ...quick, presence } });
    show(false);
    add({ everyMs: 1000 });
    await advance(10_000);
    expect(reads).toEqual([]);
    show(true);
    await advance(1);
    expect(reads).toEqual(['a', 'b']);
  });

  it('is disposed once and reads no more when it is removed', async () => {
    const { fleet, reads, advance, add } = await createSourcesUnderTest();
    let disposed = 0;
    const fields = { everyMs: 1000, dispose: () => void (disposed += 1) };
    const remove = add(fields);
    add({ name: 'slow', read: () => new Promise(() => {}) });
    await advance(1);
    remove();
    remove();
    reads.length = 0;
    await advance(10_000);
    expect(reads).toEqual([]);
    expect(disposed).toBe(1);
    expect(usageSourcesOf(fleet).value.map(({ name }) => name)).toEqual(['slow']);
    add(fields);
    await advance(1);
    expect(reads).toEqual(['a', 'b']);
  });

  it('reads nothing after it is disposed, also when a read waited for other work', async () => {
    const { fleet, reads, advance, add } = await createSourcesUnderTest();
    fleet.databases.add(Array.from({ length: 120 }, (_, at) => `db-${at}`));
    await advance(60_000);
    let isDisposed = false;
    const remove = add({
      concurrency: 1,
      read: ({ database_id }) => (reads.push(isDisposed ? 'late' : database_id), {}),
      dispose: () => void (isDisposed = true),
    });
    while (reads.length < 99) await Promise.resolve();
    for (let tick = 0; tick < 50; tick++) await Promise.resolve();
    expect(reads).toHaveLength(99);
    remove();
    await advance(1);
    expect(isDisposed).toBe(true);
    expect(reads).toHaveLength(99);
  });

  it('that answers too late, or for a database removed meanwhile, changes nothing, also with `readAll`', async () => {
    const { fleet, clients, advance, add } = await createSourcesUnderTest();
    const ends: ((values: object) => void)[] = [];
    let endAll = (_: Map<string, object>): void => {};
    add({ timeoutMs: 500, read: () => new Promise((resolve) => ends.push(resolve)) });
    const readAll = (): Promise<Map<string, object>> => new Promise((resolve) => (endAll = resolve));
    addUsageSource(fleet, { name: 'all', resource: 'database', timeoutMs: 500, readAll });
    await advance(1);
    fleet.databases.remove('a');
    await advance(1);
    expect(usageSourcesOf(fleet).value).toMatchObject(Array(2).fill({ resources: 1, failing: 0 }));
    await advance(1000);
    const late = { resources: 1, failing: 1, lastError: { message: 'no answer within 500 ms' } };
    expect(usageSourcesOf(fleet).value).toMatchObject([late, late]);
    ends.forEach((end) => end({ db_max_clients: 4 }));
    endAll(new Map([['b', { db_max_clients: 4 }]]));
    await advance(1);
    expect(ends).toHaveLength(2);
    expect([clients('a'), clients('b')]).toEqual([undefined, undefined]);
  });

  it('ends with the fleet: reads are aborted, late results dropped, and no timer is left', async () => {
    const { fleet, clock, clients, advance, add } = await createSourcesUnderTest();
    let end = (_: object): void => {};
    let disposed = 0;
    const signals: AbortSignal[] = [];
    const remove = add({
      dispose: () => void (disposed += 1),
      read: (_, { signal }) => (signals.push(signal), new Promise((resolve) => (end = resolve))),
    });
    await advance(1);
    fleet.dispose();
    remove();
    end({ db_max_clients: 4 });
    await advance(1);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    expect(clients('b')).toBeUndefined();
    expect(disposed).toBe(1);
    expect(clock.armed).toBe(0);
    expect(() => add({ name: 'late' })).toThrow(expect.objectContaining({ code: 'disposed' }));
    expect(clock.armed).toBe(0);
  });

  it('that is refused names each invalid member', async () => {
    const { fleet, add } = await createSourcesUnderTest();
    const refusalOf = (source: unknown): FleetError => errorOf(() => addUsageSource(fleet, source as UsageSource));
    const wrong = { name: '', resource: 'x', everyMs: 1, timeoutMs: 0, concurrency: 0.5, dispose: 1 };
    expect(refusalOf(wrong)).toMatchObject({
      code: 'invalid-request',
      issues: [...Object.keys(wrong), 'read'].map((path) => ({ path: `source.${path}` })),
    });
    add();
    expect(errorOf(add)).toMatchObject({ issues: [{ path: 'source.name' }] });
    for (const value of [null, 5, 'x', []]) expect(refusalOf(value)).toMatchObject({ code: 'invalid-request' });
    expect(usageSourcesOf(fleet).value).toHaveLength(1);
  });
});

describe('a source with `readAll`', () => {
  it('reads all databases with one call per interval, and names a database whose amounts are invalid', async () => {
    const { fleet, clients, advance, status } = await createSourcesUnderTest();
    const asked: string[][] = [];
    addUsageSource(fleet, {
      name: 'all',
      resource: 'database',
      everyMs: 10_000,
      async readAll(records) {
        asked.push(records.map(({ database_id }) => database_id));
        const amounts = Object.entries({ a: asked.length <= 60 ? NaN : 1, b: asked.length, foreign: 1 });
        return new Map(amounts.map(([id, used]) => [id, { db_max_clients: used }]));
      },
    });
    await advance(1);
    expect(asked).toEqual([['a', 'b']]);
    expect([clients('a'), clients('b'), clients('foreign')]).toEqual([undefined, 1, undefined]);
    expect(status()).toMatchObject({ resources: 2, failing: 1, lastError: { id: 'a' } });
    expect(status()?.lastError?.message).toContain('db_max_clients');
    await advance(590_000);
    expect(clients('b')).toBe(60);
    await advance(10_000);
    expect([clients('a'), status()?.failing, status()?.lastError]).toEqual([1, 0, undefined]);
  });

  it('fails for all databases if its answer is no map, and for none that is removed', async () => {
    const { fleet, advance, status } = await createSourcesUnderTest();
    const given: unknown[] = [{}, new Map([['a', { db_max_clients: -1 }]])];
    const readAll = () => given.shift() as never;
    addUsageSource(fleet, { name: 'all', resource: 'database', readAll });
    await advance(1);
    expect(status()?.failing).toBe(2);
    expect(status()?.lastError).not.toHaveProperty('id');
    await advance(10_000);
    expect(status()).toMatchObject({ failing: 1, lastError: { id: 'a' } });
    fleet.databases.remove('a');
    await advance(1);
    expect(status()).toMatchObject({ resources: 1, failing: 0 });
    expect(status()).not.toHaveProperty('lastError');
  });

  it('has no failure while it reads new databases for the first time, after it had none', async () => {
    const { fleet, advance, status } = await createSourcesUnderTest();
    const given: unknown[] = [{}, new Promise(() => {})];
    addUsageSource(fleet, { name: 'all', resource: 'database', readAll: () => given.shift() as never });
    await advance(1);
    expect(status()?.failing).toBe(2);
    fleet.databases.remove(['a', 'b']);
    fleet.databases.add('c');
    await advance(1);
    expect(status()).toMatchObject({ resources: 1, failing: 0 });
  });
});
