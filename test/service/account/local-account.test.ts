import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { noServers } from '../../../src/service/account/databases.js';
import { type LocalAccountOptions, openLocalAccount } from '../../../src/service/account/local-account.js';
import { createMemoryStore, type RecordStore } from '../../../src/service/account/record-store.js';
import { secureRandom } from '../../../src/service/account/random.js';
import { createGate } from '../../support/gate.js';
import { createManualClock } from '../../support/manual-clock.js';
import { eventually } from '../../support/eventually.js';
import { createDatabaseRecord, type NewDatabase } from '../../../src/service/account/database-record.js';
import { throughputAt } from '../../../src/service/account/throughput.js';

const REQUEST = { database_name: 'orders', platform: 'aws', primary_region: 'eu-west-1' } as const;
const SEED = {
  databases: [{ ...REQUEST, database_name: 'seeded', plan: 'free' } as const],
  indices: [{ id: 'products', type: 'fixed', name: undefined as unknown as string }],
};

/** A store that keeps its records when it is closed, so that a second account can open it. */
function createStore(): RecordStore {
  return { ...createMemoryStore(), close: async () => {} };
}

/** Lets the writes of a store wait until they are released. */
function holdWrites(store: RecordStore): () => void {
  const { write } = store;
  const gate = createGate();
  store.write = (writes) => gate.opened.then(() => write(writes));
  return gate.open;
}

async function open(options: Partial<LocalAccountOptions> = {}) {
  const clock = createManualClock();
  const store = options.store ?? createStore();
  const notices: string[] = [];
  const account = await openLocalAccount({
    servers: noServers,
    clock,
    random: secureRandom,
    lifecycle: { creatingMs: 2000, updatingMs: 1000 },
    seed: {},
    onNotice: (message) => notices.push(message),
    ...options,
    store,
  });
  const create = async (): Promise<string> => (await account.databases.create(REQUEST))['database_id'] as string;
  const stateOf = async (id: string): Promise<unknown> => (await account.databases.get(id))?.['modifying_state'];
  return { account, clock, store, notices, create, stateOf };
}

describe('a new database', () => {
  it('restarts its current lifecycle step after a restart', async () => {
    const first = await open();
    const creating = await first.create();
    await first.clock.advance(2000);
    const other = await first.create();
    await first.clock.advance(900);
    await first.account.close();
    expect(first.clock.pending).toBe(0);

    const { clock, stateOf } = await open({ store: first.store });
    expect([await stateOf(creating), await stateOf(other)]).toEqual(['updating', 'creating']);
    await clock.advance(1000);
    expect([await stateOf(creating), await stateOf(other)]).toEqual(['', 'creating']);
    await clock.advance(2000);
    expect(await stateOf(other)).toBe('');
  });

  it('keeps a modifying_state that was set, even one of the lifecycle', async () => {
    const { account, clock, create, stateOf } = await open();
    const ids = [await create(), await create(), await create()];
    const states = ['migrating', 'updating', 'creating'];
    for (const [at, id] of ids.entries()) await account.databases.change(id, { set: { modifying_state: states[at] } });
    await clock.advance(1_000_000);
    expect(await Promise.all(ids.map(stateOf))).toEqual(states);
  });

  it('does not advance while the account is closing', async () => {
    const { account, clock, create, store, notices } = await open();
    const id = await create();
    const release = holdWrites(store);
    const { write } = store;
    store.write = (writes) => (writes[0]?.kind === 'index' ? write(writes) : Promise.reject(new Error('closed')));
    const slow = account.indices.add({});
    const closed = account.close();
    await clock.advance(2000);
    release();
    await Promise.all([slow, closed]);
    for (let turns = 0; turns < 20; turns++) await setImmediate();
    expect([notices, (await store.get('database', id))?.['modifying_state']]).toEqual([[], 'creating']);
  });

  it('keeps a modifying_state that is set at the moment of a lifecycle step', async () => {
    const { account, clock, create, store, stateOf } = await open();
    const id = await create();
    const release = holdWrites(store);
    const changed = account.databases.change(id, { set: { modifying_state: 'migrating' } });
    await clock.advance(2000);
    release();
    await changed;
    await clock.advance(1_000_000);
    expect(await stateOf(id)).toBe('migrating');
  });

  it('is answered after it is stored, and not at all if that fails', async () => {
    const { store, account, clock } = await open();
    const release = holdWrites(store);
    let isAnswered = false;
    const answered = account.databases.create(REQUEST).then(() => (isAnswered = true));
    for (let turns = 0; turns < 20; turns++) await setImmediate();
    expect([isAnswered, await account.databases.list()]).toEqual([false, []]);
    release();
    await answered;

    store.write = () => Promise.reject(new Error('disk full'));
    await expect(account.databases.create(REQUEST)).rejects.toThrow('disk full');
    expect(await account.databases.list()).toHaveLength(1);
    expect(clock.pending).toBe(1);
  });

  it('sends a notice if its next state cannot be stored', async () => {
    const store = createStore();
    const { create, clock, notices } = await open({ store });
    const id = await create();
    store.write = () => Promise.reject(new Error('disk full'));
    await clock.advance(2000);
    await eventually(() => expect(notices).toEqual([`The database ${id} could not leave the state "creating".`]));
  });
});

describe('the seed', () => {
  it('is applied to a new store with its databases at rest, and not again after a restart', async () => {
    const first = await open({ seed: SEED });
    const [seeded] = await first.account.databases.list();
    expect(seeded).toMatchObject({ database_name: 'seeded', type: 'free', modifying_state: '' });
    const name = expect.stringMatching(/^index-/) as string;
    expect(await first.account.indices.list()).toMatchObject([{ id: 'products', type: 'fixed', name }]);
    await first.account.databases.remove(seeded?.['database_id'] as string);
    await first.account.indices.remove('products');

    const { account } = await open({ seed: SEED, store: first.store });
    expect([await account.databases.list(), await account.indices.list()]).toEqual([[], []]);
  });

  it('replaces on reset also a database whose creation has begun', async () => {
    const { account, clock } = await open({ seed: SEED });
    const late = account.databases.create(REQUEST);
    await account.reset();
    expect(await account.databases.get((await late)['database_id'] as string)).toBeUndefined();
    expect(clock.pending).toBe(0);
  });

  it('is written together with the removal of all records on reset', async () => {
    const { account, store, clock, create } = await open({ seed: SEED });
    const id = await create();
    store.write = () => Promise.reject(new Error('disk full'));
    await expect(account.reset()).rejects.toThrow('disk full');
    expect(clock.pending).toBe(1);
    expect(await account.databases.get(id)).toBeDefined();
    expect(await account.indices.list()).toHaveLength(1);
  });
});

const BIRTH = { now: Date.UTC(2026, 0, 1, 0, 0, 0, 999), random: secureRandom, modifyingState: 'creating' };
const CREDENTIALS = ['password', 'rest_token', 'read_only_rest_token'];

// The contract of the service compares the fields that a record repeats.
it('a new record has fields that follow from the request, and an id and credentials of its own', () => {
  const asked: NewDatabase = { ...REQUEST, eviction: true, read_regions: ['us-east-1', 'eu-west-1'] };
  const [one, two] = [createDatabaseRecord(asked, BIRTH), createDatabaseRecord(asked, BIRTH)];
  expect(one).toMatchObject({
    db_eviction: true,
    primary_members: ['eu-west-1'],
    all_members: ['eu-west-1', 'us-east-1'],
    replicas: 3,
    creation_time: Date.UTC(2026, 0, 1) / 1000,
    state: 'active',
    modifying_state: 'creating',
  });
  for (const field of ['database_id', ...CREDENTIALS]) expect(one[field]).not.toBe(two[field]);
  expect(one['database_id']).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  for (const field of CREDENTIALS) expect(one[field]).toMatch(/^[\dA-Za-z]{32,}$/);
});

const CREATED = Date.UTC(2025, 9, 19, 18, 33, 5);
const MINUTE = 60_000;
const index = { id: 'a', creation_time: CREATED / 1000, max_query_per_second: 100 };

describe('throughputAt', () => {
  it('has times as api.md formats them, one minute apart, up to now, and never changes earlier points', () => {
    const points = throughputAt(index, CREATED + 90 * MINUTE);
    const times = points.map(({ x }) => x);
    expect([times[0], times[1], times.at(-1)]).toEqual([
      '2025-10-19 19:04:05.000 +0000 UTC',
      '2025-10-19 19:05:05.000 +0000 UTC',
      '2025-10-19 20:03:05.000 +0000 UTC',
    ]);
    expect(throughputAt(index, CREATED + 91 * MINUTE).slice(0, -1)).toEqual(points.slice(1));
    const withMilliseconds = throughputAt({ ...index, creation_time: 1760898785.244 }, 1760898785244);
    expect(withMilliseconds[0]?.x).toBe('2025-10-19 18:33:05.244 +0000 UTC');
  });

  it('stays between 0 and the limit of queries, and differs between indices', () => {
    const values = throughputAt(index, CREATED + 1000 * MINUTE).map(({ y }) => y);
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...values)).toBeLessThan(100);
    expect(new Set(values).size).toBeGreaterThan(30);
    expect(throughputAt({ ...index, id: 'b' }, CREATED + 1000 * MINUTE).map(({ y }) => y)).not.toEqual(values);
  });

  it.each([[{ creation_time: 'soon' }], [{ creation_time: -1e300 }], [{ max_query_per_second: -5 }]])(
    'returns a series for the staged record %o',
    (staged) => {
      const points = throughputAt({ ...index, ...staged }, CREATED + 5 * MINUTE);
      expect(points.length).toBeLessThanOrEqual(60);
      for (const { x, y } of points)
        expect([x, Number.isFinite(y)]).toEqual([expect.stringMatching(/ \+0000 UTC$/), true]);
    },
  );
});
