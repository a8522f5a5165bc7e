import {
  activityOf,
  createDatabase,
  unconfirmedCreatesOf,
  resolveUnconfirmedCreate,
  transitionsOf,
  usageOf,
  usageHistoryOf,
  reportUsage,
  dehydrate,
  limitSummaryOf,
  refreshAll,
  upsertDatabase,
} from '../../src/index.js';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { kernelOf } from '../../src/core/fleet/kernel.js';
import { usagePart } from '../../src/core/limits/usage-part.js';
import { driftOf } from '../../src/core/records/drift-of.js';
import { exactInt64 } from '../../src/core/records/exact-int64.js';
import { hydrate } from '../../src/core/fleet/snapshot.js';
import { createStore } from '../../src/persistence/store.js';
import { account, createFleetUnderTest, quick, type FleetUnderTest } from '../core/fleet/fleet-under-test.js';
import { databaseOf } from '../core/fleet/scripted-service.js';
import { errorOf, failureOf } from '../support/failure-of.js';
import { createGate } from '../support/gate.js';
import { createKeptFleet, endedFleet, keysOf, request, restart, startAgain } from './kept-fleet.js';
import { createMemoryEngine } from './memory-engine.js';
import { eventually } from '../support/eventually.js';

const stateOf = ({ fleet }: FleetUnderTest): string => fleet.storage.value.state;

test('ids that are watched while they load stay known after the watch has ended', async () => {
  const { fleet, engine } = createKeptFleet();
  fleet.databases.add(['db-1', 'db-2']);
  await fleet.flush();
  fleet.dispose();

  const kept = createKeptFleet(createMemoryEngine(engine.values));
  // Ids load within a task, and their polling begins after all records have loaded.
  const seen: string[] = [];
  kept.fleet.databases.known.subscribe((ids) => {
    seen.push(...ids);
    if (ids.includes('db-1')) kept.fleet.databases.track(['db-1'])();
  });
  await kept.fleet.ready;
  await kept.advance(600_000);

  expect(seen).toContain('db-1');
  expect(kept.fleet.databases.known.value).toEqual(['db-1', 'db-2']);
  expect(kept.fleet.databases.all.value.map(({ database_id: id }) => id)).toEqual(['db-1', 'db-2']);
});

describe('a fleet without a store', () => {
  test('is ready at once and has nothing to save', async () => {
    const { fleet } = createFleetUnderTest();
    await fleet.ready;
    await fleet.flush();
    expect(fleet.storage.value).toEqual({ state: 'none', lost: [] });
  });

  test('lists a create with an unknown outcome, until it is resolved with its key and a valid id', async () => {
    const { fleet, service } = createFleetUnderTest({ polling: quick });
    service.respond(() => new TypeError('connection lost'));
    expect(await failureOf(createDatabase(fleet, request))).toMatchObject({ code: 'outcome-unknown' });
    const [create] = unconfirmedCreatesOf(fleet).value;
    expect(create).toMatchObject({ request, startedAt: expect.any(Number) as number });
    const message = 'expected the key of a create in `unconfirmedCreatesOf(fleet)`';
    expect(errorOf(() => resolveUnconfirmedCreate(fleet, 'no-such-key', '../x'))).toMatchObject({
      code: 'invalid-request',
      issues: [{ path: 'key', message }, { path: 'databaseId' }],
    });
    resolveUnconfirmedCreate(fleet, create?.key ?? '', 'found-1');
    expect(unconfirmedCreatesOf(fleet).value).toEqual([]);
    expect(fleet.databases.tracked.value).toEqual(['found-1']);
  });
});

describe('after a restart', () => {
  test('`all` and the summary count the same databases, and the summary leaves out a missing one', async () => {
    const kept = createKeptFleet();
    const gone = new Set<string>();
    kept.service.respond(({ id }) => (gone.has(id) ? { status: 404 } : { json: databaseOf(id) }));
    kept.fleet.databases.add(['a', 'b', 'c', 'removed']);
    await refreshAll(kept.fleet);
    kept.fleet.databases.remove(['removed']);
    gone.add('b');
    await refreshAll(kept.fleet);
    const { fleet } = await restart(kept);
    const statuses = fleet.databases.all.value.map((record) => fleet.databases.entry(record.database_id).value.status);
    expect(statuses).toEqual(['stale', 'missing', 'stale']);
    expect(limitSummaryOf(fleet).value.databases).toBe(2);
  });

  test('the added ids are there in their order, and leased and removed ids are not', async () => {
    const kept = createKeptFleet();
    kept.fleet.databases.add(['c', 'a', 'removed']);
    kept.fleet.databases.track(['leased']);
    kept.fleet.databases.remove(['removed']);
    kept.fleet.databases.add(['b']);
    // A kind that this version does not know.
    kept.engine.values.set('hasOwnProperty/x', '{}');
    const next = await restart(kept);
    expect(next.fleet.databases.tracked.value).toEqual(['c', 'a', 'b']);
    expect(stateOf(next)).toBe('ready');
  });

  test('the last records are shown as stale, are polled, and a change meanwhile is a transition', async () => {
    const next = await restart(await endedFleet(['a']));
    expect(next.fleet.databases.entry('a').value).toMatchObject({ status: 'stale', record: { state: 'active' } });
    next.service.respond(({ id }) => ({ json: databaseOf(id, { state: 'suspended' }) }));
    const seen = vi.fn<(transition: object) => void>();
    transitionsOf(next.fleet).subscribe(seen);
    await next.advance(60_000);
    expect(seen).toHaveBeenCalledWith(expect.objectContaining({ id: 'a', from: 'active', to: 'suspended' }));
  });

  test.each([
    ['the first answer', ['suspended']],
    ['the second answer', ['active', 'suspended']],
  ])('a change that %s shows before the kept record is read is one transition', async (_, states) => {
    const engine = createMemoryEngine((await endedFleet(['a'])).engine.values);
    const answered = createGate();
    engine.readGate = answered.opened;
    const next = createKeptFleet(engine);
    next.fleet.databases.add('a');
    for (const state of states) await next.answerWith('a', { state });
    answered.open();
    await next.fleet.ready;
    const { fleet } = await restart(next);
    expect(transitionsOf(fleet).recent().value).toMatchObject([{ sequence: 1, from: 'active', to: 'suspended' }]);
  });

  test('with the clock set back, a record that was kept before does not replace an answer', async () => {
    const engine = createMemoryEngine((await endedFleet(['a'])).engine.values);
    engine.values.set('list/', JSON.stringify({ listedAt: Date.UTC(2026, 0, 1) }));
    const answered = createGate();
    engine.readGate = answered.opened;
    const next = createKeptFleet(engine);
    next.wall.offsetMs = -3_600_000;
    next.fleet.databases.add('a');
    await next.answerWith('a', { state: 'suspended' });
    answered.open();
    await next.fleet.ready;
    expect(next.fleet.databases.record('a').value?.state).toBe('suspended');
    expect(transitionsOf(next.fleet).recent().value).toMatchObject([{ from: 'active', to: 'suspended' }]);
    // A later time would let a member of a group ignore the list of another member.
    expect(next.fleet.indices.status.value).toMatchObject({ status: 'stale', confirmedAt: next.clock.now() });
  });

  test('usage with its history, missing databases, indices, and drift are there, and are not saved again', async () => {
    const kept = createKeptFleet();
    const { databases, indices } = kept.fleet;
    databases.add(['a', 'gone']);
    kept.service.respond(({ operation, id }) => {
      if (operation === 'list') return { json: [{ id: 'i-1', name: 'docs' }] };
      if (id === 'gone') return { status: 404, json: { error: 'no' } };
      return new Response(
        JSON.stringify(databaseOf(id, { state: 'odd' })).replace(/}$/, ',"db_request_limit":9007199254740993}'),
      );
    });
    await refreshAll(kept.fleet);
    await indices.refresh();
    reportUsage(kept.fleet, 'database', 'a', { db_max_clients: 10 }, { source: 'test' });
    const before = databases.record('a').value;
    const next = await restart(kept);
    const after = next.fleet.databases.record('a').value;
    expect(after).toEqual(before);
    // Stored values have no digits.
    expect(after && exactInt64(after, 'db_request_limit')).toBeUndefined();
    expect(after && driftOf(after)).toEqual(before && driftOf(before));
    expect(next.fleet.databases.entry('gone').value.status).toBe('missing');
    expect(next.fleet.indices.all.value).toMatchObject([{ id: 'i-1', name: 'docs' }]);
    expect(usageOf(next.fleet, 'database', 'a').value).toMatchObject({ db_max_clients: { used: 10, source: 'test' } });
    const { value: history } = usageHistoryOf(kept.fleet, 'database', 'a');
    expect(usageHistoryOf(next.fleet, 'database', 'a').value).toEqual(history);
    expect(history.db_max_clients).toHaveLength(1);
    await next.fleet.flush();
    expect(next.engine.batches).toEqual([]);
  });

  test('histories of usage are saved within 10 minutes, not with each report', async () => {
    const kept = createKeptFleet();
    kept.fleet.databases.add(['a', 'b']);
    await kept.fleet.ready;
    for (let second = 0; second < 3600; second += 10) {
      for (const id of ['a', 'b']) reportUsage(kept.fleet, 'database', id, { db_max_clients: second });
      await kept.advance(10_000);
    }
    const count = (id: string): number =>
      kept.engine.batches.flat().filter(({ key }) => key === `usage-history/database/${id}`).length;
    expect(count('a')).toBeGreaterThanOrEqual(5);
    expect(count('a')).toBeLessThanOrEqual(12);
    expect(count('b')).toBeLessThanOrEqual(12);
    reportUsage(kept.fleet, 'database', 'a', { db_max_clients: 1 });
    const saved = count('a');
    await kept.fleet.flush();
    expect(count('a')).toBe(saved + 1);
  });

  test.each(['while the state is loading', 'after the state was loaded'])(
    'an id that the program removes %s does not come back',
    async (moment) => {
      const next = startAgain(await endedFleet(['a', 'b']));
      if (moment === 'after the state was loaded') await next.fleet.ready;
      next.fleet.databases.remove('a');
      await next.fleet.ready;
      expect(next.fleet.databases.tracked.value).toEqual(['b']);
      const last = await restart(next);
      expect(last.fleet.databases.tracked.value).toEqual(['b']);
      expect(keysOf(last).filter((key) => key.endsWith('/a'))).toEqual([]);
    },
  );

  test('the stored record of an id that the program adds at each start stays stored', async () => {
    const next = startAgain(await endedFleet(['a']));
    next.fleet.databases.add('a');
    await next.fleet.flush();
    expect(keysOf(next)).toEqual(['id/a', 'record/a', 'usage-history/database/a', 'usage/database/a']);
    await next.fleet.ready;
    expect(next.fleet.databases.record('a').value?.state).toBe('active');
  });

  test('the record and the usage of a removed id, which a crash has left, do not bring the id back', async () => {
    const kept = await endedFleet(['a', 'b']);
    kept.engine.values.delete('id/a');
    const next = await restart(kept);
    expect(next.fleet.databases.known.value).toEqual(['b']);
    expect(next.fleet.databases.tracked.value).toEqual(['b']);
    expect(usageOf(next.fleet, 'database', 'a').value).toBeUndefined();
    expect(next.fleet.storage.value).toMatchObject({ state: 'ready', lost: [] });
  });

  test.each([
    ['all', 1],
    ['the newest', 3],
  ])('transitions continue after the last number, also if %s of the kept ones are lost', async (_, firstLost) => {
    const kept = createKeptFleet();
    kept.fleet.databases.add('a');
    await kept.fleet.ready;
    for (const state of ['active', 'suspended', 'active', 'suspended'])
      upsertDatabase(kept.fleet, databaseOf('a', { state }) as never);
    await kept.fleet.flush();
    for (const key of kept.engine.values.keys())
      if (key.startsWith('change/') && Number(key.slice('change/'.length)) >= firstLost) kept.engine.values.delete(key);
    const next = await restart(kept);
    // `since` of an earlier number is not complete.
    expect(transitionsOf(next.fleet).oldest).toBe(4);
    expect(transitionsOf(next.fleet).recent().value).toEqual([]);
    upsertDatabase(next.fleet, databaseOf('a', { state: 'active' }) as never);
    expect(transitionsOf(next.fleet).recent().value).toMatchObject([{ sequence: 4, to: 'active' }]);
    const last = await restart(next);
    expect(transitionsOf(last.fleet).latest).toBe(4);
    expect(transitionsOf(last.fleet).oldest).toBe(4);
  });

  test('the list of indices is stale, makes no index missing, and is read again at once', async () => {
    const kept = createKeptFleet(createMemoryEngine(), () => ({ json: [{ id: 'i-1', name: 'docs' }] }));
    await kept.fleet.indices.refresh();
    const { confirmedAt } = kept.fleet.indices.status.value;
    const { fleet, service, advance } = await restart(kept);
    expect(fleet.indices.status.value).toMatchObject({ status: 'stale', confirmedAt });
    service.respond(() => ({ status: 503 }));
    const seen: string[] = [];
    for (const id of ['i-2', 'i-3']) {
      fleet.indices.entry(id).subscribe(({ status }) => seen.push(status));
      await advance(1000);
    }
    expect(service.requests).toContainEqual(expect.objectContaining({ operation: 'list' }));
    expect(fleet.indices.status.value).toMatchObject({ status: 'stale', confirmedAt, error: { status: 503 } });
    expect(seen).not.toContain('missing');
    service.respond(() => ({ json: [] }));
    await advance(120_000);
    expect(seen.slice(-2)).toEqual(['missing', 'missing']);
  });

  test('a snapshot has the indices of a store as stale, and their list as not received', async () => {
    const kept = createKeptFleet(createMemoryEngine(), () => ({ json: [{ id: 'i-1', name: 'docs' }] }));
    await kept.fleet.indices.refresh();
    const { fleet } = await restart(kept);
    const { fleet: page, service, advance } = createFleetUnderTest({ polling: quick, snapshot: dehydrate(fleet) });
    service.respond(() => undefined);
    page.indices.entry('i-2').subscribe();
    expect(page.indices.entry('i-1').value).toMatchObject({ status: 'stale', record: { name: 'docs' } });
    expect(page.indices.entry('i-2').value.status).not.toBe('missing');
    expect(page.indices.status.value).not.toHaveProperty('confirmedAt');
    await advance(0);
    expect(service.requests.map(({ operation }) => operation)).toEqual(['list']);
  });

  test('histories of use are restored in small parts, since each can be long', async () => {
    const next = startAgain(await endedFleet(Array.from({ length: 100 }, (_, at) => `db-${at}`)));
    const kernel = kernelOf(next.fleet, 'a test');
    const sizes: number[] = [];
    const part = new Set<string>();
    const endPart = (): void => {
      sizes.push(part.size);
      part.clear();
    };
    usagePart(kernel).onChange((_, id) => {
      if (part.size === 0) kernel.commits.afterCommit(endPart);
      part.add(id);
    });
    await next.fleet.ready;
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(100);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(25);
  });
});

test('the ids and records of a snapshot are saved', async () => {
  const page = createFleetUnderTest({ polling: quick });
  page.fleet.databases.add(['a', 'b']);
  await page.fleet.databases.refresh('a');
  const kept = createKeptFleet();
  hydrate(kept.fleet, dehydrate(page.fleet));
  await kept.fleet.ready;
  const next = await restart(kept);
  expect(next.fleet.databases.tracked.value).toEqual(['a', 'b']);
  expect(next.fleet.databases.record('a').value?.state).toBe('active');
});

describe('a create with a store', () => {
  test('is recorded before it is sent, and its id is durable before it resolves', async () => {
    const { fleet, engine, service } = createKeptFleet();
    let recorded: string[] = [];
    service.respond(({ operation, id }) => {
      if (operation === 'create') recorded = [...engine.values.keys()];
      return { json: databaseOf(id || 'new-1') };
    });
    await createDatabase(fleet, request);
    expect(recorded).toEqual([expect.stringMatching(/^create\//)]);
    expect([...engine.values.keys()]).toContain('id/new-1');
    expect([...engine.values.keys()].filter((key) => key.startsWith('create/'))).toEqual([]);
  });

  test('is not sent if it cannot be recorded', async () => {
    const { fleet, engine, service } = createKeptFleet();
    await fleet.ready;
    engine.failure = 'full';
    const kinds: string[] = [];
    activityOf(fleet).subscribe(({ kind }) => kinds.push(kind));
    const error = await failureOf(createDatabase(fleet, request));
    expect(kinds).not.toContain('request');
    expect(error).toMatchObject({ code: 'storage', operation: 'create-database' });
    expect(error).not.toHaveProperty('status');
    const message = 'create-database: not sent, because it could not be recorded. The disk is full.';
    expect(error).toHaveProperty('message', message);
    expect(service.requests).toEqual([]);
    engine.failure = undefined;
    await fleet.flush();
    expect([...engine.values]).toEqual([]);
  });

  test('rejects with the id if the id cannot be saved, and the fleet keeps the id', async () => {
    const { fleet, engine, service } = createKeptFleet();
    service.respond(({ operation, id }) => {
      if (operation === 'create') engine.failure = 'full';
      return { json: databaseOf(id || 'new-1') };
    });
    const error = await failureOf(createDatabase(fleet, request));
    expect(error).toMatchObject({
      code: 'storage',
      status: 200,
      message:
        'create-database: database new-1 was created, but its id may not be saved: do not create it again. The disk is full.',
    });
    expect(fleet.databases.tracked.value).toEqual(['new-1']);
    engine.failure = undefined;
    await fleet.flush();
    expect(engine.values.has('id/new-1')).toBe(true);
  });

  test('that the end of the process interrupts is unconfirmed after the restart, until it is resolved', async () => {
    const kept = createKeptFleet();
    kept.service.respond(() => undefined);
    void createDatabase(kept.fleet, request).catch(() => {});
    await kept.advance(10);
    await eventually(() => expect(kept.service.requests).toHaveLength(1));
    // As after a SIGKILL: the values of the moment, without a dispose.
    const next = createKeptFleet(createMemoryEngine(new Map(kept.engine.values)));
    await next.fleet.ready;
    const [create] = unconfirmedCreatesOf(next.fleet).value;
    expect(create).toMatchObject({ request });
    resolveUnconfirmedCreate(next.fleet, create?.key ?? '', 'found-1');
    const last = await restart(next);
    expect(unconfirmedCreatesOf(last.fleet).value).toEqual([]);
    expect(last.fleet.databases.tracked.value).toEqual(['found-1']);
  });

  test('that waits for the credentials when the fleet ends is not unconfirmed', async () => {
    const engine = createMemoryEngine();
    const store = createStore(engine);
    const credentials = (): Promise<never> => new Promise(() => {});
    const { fleet } = createFleetUnderTest({ persistence: store, polling: quick, credentials });
    const failure = failureOf(createDatabase(fleet, request));
    await eventually(() => expect([...engine.values.keys()]).toEqual([expect.stringMatching(/^create\//)]));
    fleet.dispose();
    expect(await failure).toMatchObject({ code: 'disposed' });
    await store.close();
    expect([...engine.values]).toEqual([]);
  });

  test('records no secret', async () => {
    const { fleet, engine, service } = createKeptFleet();
    service.respond(() => new TypeError('connection lost'));
    const withSecret = { ...request, password: 'CANARY-password' } as typeof request;
    await failureOf(createDatabase(fleet, withSecret, { allowUndocumented: true }));
    await fleet.flush();
    const everything = JSON.stringify([[...engine.values], engine.batches, unconfirmedCreatesOf(fleet).value]);
    expect(everything).toContain('carts');
    expect(everything).not.toContain('CANARY');
    expect(everything).not.toContain(account.password);
  });
});

describe('a store that fails', () => {
  test('is reported; the fleet works in memory, and saves again when there is room', async () => {
    const { fleet, engine, advance } = createKeptFleet();
    const states: string[] = [];
    fleet.storage.subscribe(({ state }) => void states.push(state));
    await fleet.ready;
    engine.failure = 'full';
    fleet.databases.add('a');
    const error = await failureOf(fleet.flush());
    expect(error).toMatchObject({ code: 'storage', message: expect.stringContaining('The disk is full.') as string });
    await fleet.databases.refresh('a');
    expect(fleet.storage.value).toMatchObject({ state: 'full', error: { code: 'storage' } });
    engine.failure = undefined;
    await advance(60_000);
    await eventually(() => expect(engine.values.has('record/a')).toBe(true));
    for (const state of ['loading', 'ready', 'full']) expect(states).toContain(state);
    expect(fleet.storage.value.error).toBeUndefined();
  });

  test('is used again after a failed save of usage histories', async () => {
    const { fleet, engine, advance } = createKeptFleet(createMemoryEngine(), () => undefined);
    await fleet.ready;
    const write = engine.write.bind(engine);
    engine.write = (writes) => {
      engine.failure = writes.some(({ key }) => key.startsWith('usage-history/')) ? 'full' : undefined;
      return write(writes);
    };
    fleet.databases.add('a');
    reportUsage(fleet, 'database', 'a', { db_max_clients: 7 });
    expect(await failureOf(fleet.flush())).toMatchObject({ code: 'storage' });
    expect(fleet.storage.value.state).toBe('full');
    Object.assign(engine, { write, failure: undefined });
    await advance(1000);
    await eventually(() => expect(engine.values.has('usage-history/database/a')).toBe(true));
    expect(fleet.storage.value.error).toBeUndefined();
    fleet.databases.add('b');
    await advance(1000);
    await eventually(() => expect(engine.values.has('id/b')).toBe(true));
  });

  test('reports what is lost, and restores the rest', async () => {
    const { engine } = await endedFleet(['a', 'b']);
    engine.values.set('record/b', '{"status":');
    engine.values.delete('id/a');
    engine.losses.push({ key: 'id/a', message: 'is damaged' }, { message: 'At least 3 changes are lost.', count: 3 });
    const next = createKeptFleet(engine, () => undefined);
    await next.fleet.ready;
    expect(next.fleet.storage.value).toMatchObject({
      state: 'saving',
      lost: [
        { kind: 'id', id: 'a', message: 'The id a was damaged and is restored from its record.', repaired: true },
        { kind: 'unknown', message: 'At least 3 changes are lost.', count: 3 },
        { kind: 'database', id: 'b', message: 'The last record of the database b is damaged and lost.' },
      ],
    });
    // The record still has the id, which is saved again.
    expect(next.fleet.databases.tracked.value.toSorted()).toEqual(['a', 'b']);
    await next.fleet.flush();
    expect(engine.values.has('id/a')).toBe(true);
    expect(stateOf(next)).toBe('damaged');
  });

  test('does not save an id that is restored from its record if the store is read-only', async () => {
    const { engine } = await endedFleet(['a']);
    engine.values.delete('id/a');
    engine.losses.push({ key: 'id/a', message: 'is damaged' });
    engine.failure = 'failed';
    const { fleet, advance } = createKeptFleet(Object.assign(engine, { isReadOnly: true }), () => undefined);
    await fleet.ready;
    await advance(1000);
    expect(fleet.databases.tracked.value).toEqual(['a']);
    expect(fleet.storage.value).toMatchObject({ state: 'damaged', lost: [{ id: 'a', repaired: true }] });
  });

  test('reports a damaged number of the last transition once', async () => {
    const kept = createKeptFleet();
    kept.fleet.databases.add('a');
    await kept.fleet.ready;
    for (const state of ['active', 'suspended']) upsertDatabase(kept.fleet, databaseOf('a', { state }) as never);
    await kept.fleet.flush();
    kept.engine.values.set('change-number/', '{');
    const next = await restart(kept);
    expect(next.fleet.storage.value.lost).toMatchObject([
      { kind: 'unknown', message: 'The number of the last transition is damaged and lost.' },
    ]);
    expect(transitionsOf(next.fleet).latest).toBe(1);
    const last = await restart(next);
    expect(last.fleet.storage.value).toMatchObject({ state: 'ready', lost: [] });
    expect(transitionsOf(last.fleet).latest).toBe(1);
  });

  test('reports unsaved changes and the last save, also if it was damaged', async () => {
    const engine = createMemoryEngine();
    engine.losses.push({ message: 'A file was damaged.', repaired: true });
    const kept = createKeptFleet(engine, () => undefined);
    await kept.fleet.ready;
    expect(stateOf(kept)).toBe('damaged');
    for (const id of ['a', 'b']) {
      await kept.advance(1000);
      kept.fleet.databases.add(id);
      expect(stateOf(kept)).toBe('saving');
      await kept.fleet.flush();
      expect(kept.fleet.storage.value).toMatchObject({ state: 'damaged', savedAt: kept.clock.now() });
    }
    // Usage waits longer than ids.
    reportUsage(kept.fleet, 'database', 'a', { db_max_clients: 7 });
    await kept.advance(1000);
    kept.fleet.databases.add('c');
    await kept.advance(0);
    expect(kept.fleet.storage.value).toMatchObject({ state: 'saving', savedAt: kept.clock.now() });
  });

  test.each([
    ['a limit of a newer version', 'usage', [{ resource: 'database', id: 'a', field: 'new_limit', at: 1, used: 1 }]],
    ['a limit of a newer version', 'usage-history', { new_limit: [[1], [1]] }],
    ['null as an entry', 'usage', [null]],
    ['null as a series', 'usage-history', { db_max_clients: null }],
  ])('with %s in `%s` is lost alone', async (_, kind, value) => {
    const kept = createKeptFleet();
    kept.fleet.databases.add(['a', 'b']);
    reportUsage(kept.fleet, 'database', 'b', { db_max_clients: 7 });
    await kept.fleet.flush();
    kept.engine.values.set(`${kind}/database/a`, JSON.stringify(value));
    kept.engine.values.set('usage-history/kind-of-a-newer-version/a', '{"db_max_clients":[[1],[1]]}');
    const next = await restart(kept);
    expect(next.errors).toEqual([]);
    expect(next.fleet.storage.value.lost).toMatchObject([{ kind: 'usage', id: 'database/a' }]);
    expect(usageHistoryOf(next.fleet, 'database', 'a').value).toEqual({});
    expect(usageOf(next.fleet, 'database', 'b').value?.db_max_clients?.used).toBe(7);
    expect(usageHistoryOf(next.fleet, 'database', 'b').value.db_max_clients).toHaveLength(1);
  });

  test.each([
    ['change/0000000000000001', { kind: 'transition', id: '1' }],
    ['change-number/', { kind: 'unknown' }],
    ['create/a', { kind: 'create', id: 'a' }],
    ['id/a', { kind: 'id', id: 'a' }],
    ['index/a', { kind: 'index', id: 'a' }],
    ['list/', { kind: 'unknown' }],
    ['record/a', { kind: 'database', id: 'a' }],
  ])('with the form of a newer version in %j reports its loss', async (key, lost) => {
    const engine = createMemoryEngine(new Map([[key, '{"form":"of a newer version"}']]));
    const { fleet, errors } = createKeptFleet(engine, () => undefined);
    await fleet.ready;
    expect([fleet.storage.value.lost, errors]).toMatchObject([[lost], []]);
  });

  test('that cannot be read keeps the usage of an id for which the program reports usage', async () => {
    const { engine } = await endedFleet(['a']);
    engine.read = async function* () {
      yield [];
      throw new Error('The place was removed.');
    };
    const { fleet } = createKeptFleet(engine, () => undefined);
    await fleet.ready;
    reportUsage(fleet, 'database', 'a', { db_max_clients: 10 });
    await fleet.flush();
    expect(engine.values.has('usage/database/a')).toBe(true);
  });

  test('that cannot be read to its end leaves the fleet working, with the ids that were read', async () => {
    const { engine } = await endedFleet(['b', 'c']);
    const { read } = engine;
    engine.read = async function* (onLoss) {
      yield* read(onLoss);
      throw new Error('The place was removed.');
    };
    const { fleet } = createKeptFleet(engine, () => undefined);
    await fleet.ready;
    expect(fleet.databases.tracked.value).toEqual(['b', 'c']);
    expect(fleet.storage.value).toMatchObject({
      state: 'failed',
      error: { message: 'configure: The place was removed.' },
    });
    fleet.databases.add('a');
    await fleet.flush();
    expect(engine.values.has('id/a')).toBe(true);
    fleet.dispose();
    expect(await failureOf(fleet.flush())).toMatchObject({
      code: 'storage',
      message: 'configure: The place was removed.',
    });
  });
});

describe('a store', () => {
  test('serves one fleet at a time', async () => {
    const { store } = createKeptFleet();
    expect(() => createFleetUnderTest({ persistence: store })).toThrow(expect.objectContaining({ code: 'in-use' }));
    expect(await failureOf(store.clear())).toMatchObject({ code: 'in-use' });
  });

  test('waits for the last save when it is closed, and refuses fleets afterwards', async () => {
    const { fleet, store, engine } = createKeptFleet();
    fleet.databases.add('a');
    await fleet.databases.refresh('a');
    fleet.dispose();
    await Promise.all([store.close(), store.close()]);
    expect([...engine.values.keys()]).toEqual(['id/a', 'record/a']);
    expect(engine.isClosed).toBe(true);
    expect(() => createFleetUnderTest({ persistence: store })).toThrow(expect.objectContaining({ code: 'storage' }));
  });

  test('saves a busy fleet at most once a second, and nothing while nothing changes', async () => {
    const { fleet, engine, service, advance } = createKeptFleet();
    let size = 0;
    service.respond(({ id }) => ({ json: databaseOf(id, { db_memory_threshold: (size += 1) }) }));
    const ids = Array.from({ length: 50 }, (_, at) => `db-${at}`);
    fleet.databases.add(ids);
    await fleet.ready;
    await fleet.flush();
    engine.batches.length = 0;
    await advance(60_000);
    expect(engine.batches.length).toBeGreaterThan(5);
    expect(engine.batches.length).toBeLessThanOrEqual(61);
    service.respond(({ id }) => ({ json: databaseOf(id) }));
    await advance(70_000);
    engine.batches.length = 0;
    await advance(300_000);
    expect(engine.batches).toEqual([]);
  });

  test('ends a flush that the caller aborts', async () => {
    const { fleet, engine } = createKeptFleet();
    await fleet.ready;
    const gate = createGate();
    engine.gate = gate.opened;
    onTestFinished(gate.open);
    fleet.databases.add('a');
    const controller = new AbortController();
    const flushed = failureOf(fleet.flush({ signal: controller.signal }));
    controller.abort();
    expect(await flushed).toMatchObject({ code: 'aborted' });
  });
});
