import { reportUsage, upsertDatabase, transitionsOf, createDatabase, unconfirmedCreatesOf } from '../../src/index.js';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createFleetUnderTest, quick, type FleetUnderTest } from '../core/fleet/fleet-under-test.js';
import { databaseOf } from '../core/fleet/scripted-service.js';
import { failureOf } from '../support/failure-of.js';
import { createGate } from '../support/gate.js';
import { createKeptFleet, end, endedFleet, keysOf, noAnswer, request, restart, startAgain } from './kept-fleet.js';
import { createMemoryEngine } from './memory-engine.js';
import { eventually } from '../support/eventually.js';

/** Lets all work end that needs no timer of the fleet. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await setImmediate();
}

describe('while the kept state is loading', () => {
  test('a report of usage does not delete the usage that is kept', async () => {
    const next = startAgain(await endedFleet(['a']));
    reportUsage(next.fleet, 'database', 'a', { db_max_clients: 11 });
    await next.fleet.flush();
    expect(keysOf(next)).toContain('usage/database/a');
  });

  test('a 404 does not replace a record that is not read before the fleet ends', async () => {
    const { engine } = await endedFleet(['a']);
    const kept = engine.values.get('record/a');
    engine.readGate = createGate().opened;
    const next = createKeptFleet(engine, () => ({ status: 404 }));
    next.fleet.databases.add('a');
    expect(await failureOf(next.fleet.databases.refresh('a'))).toMatchObject({ code: 'not-found' });
    await end(next);
    expect(engine.values.get('record/a')).toBe(kept);
  });

  test('transitions are saved with the sequence numbers that they get afterwards', async () => {
    const kept = createKeptFleet();
    await kept.fleet.ready;
    const change = ({ fleet }: FleetUnderTest, id: string, states: readonly string[]): void => {
      for (const state of states) upsertDatabase(fleet, databaseOf(id, { state }) as never);
    };
    kept.fleet.databases.add('a');
    change(kept, 'a', ['active', 'suspended', 'active']);
    await end(kept);
    const next = startAgain(kept);
    change(next, 'z', ['active', 'suspended']);
    await next.fleet.flush();
    const last = await restart(next);
    expect(transitionsOf(last.fleet).recent().value).toMatchObject([
      { sequence: 3, id: 'z', to: 'suspended' },
      { sequence: 2, id: 'a', to: 'active' },
      { sequence: 1, id: 'a', to: 'suspended' },
    ]);
  });

  test('a create that ends is not unconfirmed, also if its intent is read', async () => {
    const engine = createMemoryEngine();
    const [read, loaded, answered] = [engine.read, createGate(), createGate()];
    engine.read = async function* (onLoss) {
      await eventually(() => expect([...engine.values.keys()]).toEqual([expect.stringMatching(/^create/)]));
      const batches = [];
      for await (const batch of read(onLoss)) batches.push(batch);
      answered.open();
      await loaded.opened;
      yield* batches;
    };
    const { fleet } = createKeptFleet(engine, async ({ id }) => {
      await answered.opened;
      return { json: databaseOf(id || 'new-1') };
    });
    await createDatabase(fleet, request);
    loaded.open();
    await fleet.ready;
    expect(unconfirmedCreatesOf(fleet).value).toEqual([]);
    expect(fleet.databases.tracked.value).toEqual(['new-1']);
  });

  test.each([
    [-1, 'missing'],
    [0, 'stale'],
  ])('a record from %i ms after the start of a request, which got a 404 meanwhile, is %s', async (laterMs, status) => {
    const engine = createMemoryEngine();
    const answered = createGate();
    engine.readGate = answered.opened;
    const { fleet, clock, service } = createKeptFleet(engine, () => ({ status: 404 }));
    const kept = { status: 'fresh', record: databaseOf('a'), confirmedAt: clock.now() + laterMs };
    engine.values.set('id/a', '{"place":1}').set('record/a', JSON.stringify(kept));
    await failureOf(fleet.databases.refresh('a'));
    service.respond(noAnswer);
    answered.open();
    await fleet.ready;
    expect(fleet.databases.entry('a').value.status).toBe(status);
  });

  test.each(['fleet', 'store'] as const)('the end of the %s leaves no timer and keeps all values', async (ended) => {
    const kept = await endedFleet(['a', 'b']);
    const before = keysOf(kept);
    for (let steps = 0; steps < 30; steps++) {
      const next = startAgain(kept);
      for (let step = 0; step < steps; step++) await Promise.resolve();
      if (ended === 'fleet') next.fleet.dispose();
      await next.store.close();
      await next.fleet.ready;
      next.fleet.dispose();
      await settle();
      expect(next.clock.armed).toBe(0);
      expect(keysOf(next)).toEqual(before);
    }
  });
});

describe('the order of the added ids', () => {
  test('is kept if a part of them was saved later, and if they are saved and restored in parts', async () => {
    const kept = createKeptFleet(createMemoryEngine(), noAnswer);
    const ids = Array.from({ length: 6000 }, (_, at) => `db-${at}`);
    await kept.fleet.ready;
    kept.engine.failure = 'full';
    kept.fleet.databases.add(ids);
    await failureOf(kept.fleet.flush());
    kept.engine.failure = undefined;
    const next = await restart(kept);
    expect(next.fleet.databases.tracked.value).toEqual(ids);
    next.fleet.databases.remove(ids);
    await next.fleet.flush();
    expect(keysOf(next)).toEqual([]);
  });

  test('is kept if the clock of the next start is behind', async () => {
    const kept = createKeptFleet(createMemoryEngine(new Map([['id/old', '{"place":9e15}']])), noAnswer);
    await kept.fleet.ready;
    kept.fleet.databases.add('new');
    const next = await restart(kept);
    expect(next.fleet.databases.tracked.value).toEqual(['old', 'new']);
  });
});

test('an id that is added while a retry runs is saved after it', async () => {
  const kept = createKeptFleet(createMemoryEngine(), noAnswer);
  await kept.fleet.ready;
  kept.engine.failure = 'full';
  kept.fleet.databases.add('a');
  await failureOf(kept.fleet.flush());
  const gate = createGate();
  kept.engine.failure = undefined;
  kept.engine.gate = gate.opened;
  await kept.advance(1000);
  kept.fleet.databases.add('b');
  gate.open();
  await settle();
  await kept.advance(1);
  await eventually(() => expect(keysOf(kept)).toEqual(['id/a', 'id/b']));
  expect(kept.fleet.storage.value.state).toBe('ready');
});

describe('the end of a fleet', () => {
  test('completes the view `storage`, and the end of its store does not', async () => {
    const { fleet, store } = createKeptFleet();
    const seen: string[] = [];
    fleet.storage.subscribe({ next: ({ state }) => seen.push(state), complete: () => seen.push('complete') });
    await fleet.ready;
    await store.close();
    expect(seen).toEqual(['loading', 'ready', 'failed']);
    fleet.dispose();
    expect(seen.at(-1)).toBe('complete');
  });

  test('leaves no timer if the last save fails', async () => {
    const kept = createKeptFleet();
    await kept.fleet.ready;
    kept.engine.failure = 'full';
    kept.fleet.databases.add('a');
    await end(kept);
    expect(kept.clock.armed).toBe(0);
  });

  test('is saved before the next fleet of the store reads', async () => {
    const { fleet, store } = createKeptFleet();
    await fleet.ready;
    fleet.databases.add('a');
    fleet.dispose();
    const { fleet: next } = createFleetUnderTest({ persistence: store, polling: quick });
    next.databases.add('b');
    await next.ready;
    expect(next.databases.tracked.value.toSorted()).toEqual(['a', 'b']);
  });
});

test('a fleet whose predecessor does not end its last save reads databases, and sends no create', async () => {
  const kept = createKeptFleet();
  await kept.fleet.ready;
  kept.engine.gate = createGate().opened;
  kept.fleet.databases.add('a');
  kept.fleet.dispose();
  const { fleet, service } = createFleetUnderTest({ persistence: kept.store, polling: quick });
  await settle();
  const controller = new AbortController();
  const failure = failureOf(createDatabase(fleet, request, { signal: controller.signal }));
  fleet.databases.add('b');
  await fleet.databases.refresh('b');
  expect(fleet.storage.value.state).toBe('loading');
  expect(fleet.databases.all.value).toMatchObject([{ database_id: 'b' }]);
  controller.abort();
  expect(await failure).toMatchObject({ code: 'aborted' });
  expect(service.requests.map(({ operation }) => operation)).not.toContain('create');
});

test('a fleet that is disposed before `ready` saves its ids, and keeps the stored records and usage', async () => {
  const next = startAgain(await endedFleet(['a']));
  const before = new Map(next.engine.values);
  next.fleet.databases.add(['a', 'b']);
  for (const id of ['a', 'b']) {
    upsertDatabase(next.fleet, databaseOf(id, { state: 'suspended' }) as never);
    reportUsage(next.fleet, 'database', id, { db_disk_threshold: 10 });
  }
  const saved = next.fleet.flush();
  await end(next);
  await saved;
  expect(keysOf(next)).toEqual([...before.keys(), 'id/b'].toSorted());
  for (const key of ['record/a', 'usage/database/a', 'usage-history/database/a'])
    expect(next.engine.values.get(key), key).toBe(before.get(key));
});

test.each(['aborted', 'disposed'] as const)('a create that is %s while its intent is saved rejects', async (code) => {
  const kept = createKeptFleet();
  const { fleet, engine, service, store } = kept;
  await fleet.ready;
  const gate = createGate();
  engine.gate = gate.opened;
  const controller = new AbortController();
  const failure = failureOf(createDatabase(fleet, request, { signal: controller.signal }));
  await settle();
  if (code === 'aborted') controller.abort();
  else fleet.dispose();
  expect(await failure).toMatchObject({ code, operation: 'create-database' });
  gate.open();
  await (code === 'aborted' ? fleet.flush() : store.close());
  expect(service.requests).toEqual([]);
  expect(keysOf(kept)).toEqual([]);
});

test('creates of one moment are separate, also with a constant `random`', async () => {
  let creates = 0;
  const kept = createKeptFleet(createMemoryEngine(), () =>
    (creates += 1) === 1 ? { status: 400, json: { error: 'no' } } : new TypeError('connection lost'),
  );
  await Promise.all([1, 2, 3].map(() => failureOf(createDatabase(kept.fleet, request))));
  await kept.fleet.flush();
  expect(unconfirmedCreatesOf(kept.fleet).value).toHaveLength(2);
  expect(keysOf(kept)).toHaveLength(2);
});

test('a fleet waits for a deletion that began before', async () => {
  const kept = createKeptFleet();
  kept.fleet.databases.add('a');
  kept.fleet.dispose();
  const cleared = kept.store.clear();
  const { fleet: next } = createFleetUnderTest({ persistence: kept.store, polling: quick });
  next.databases.add('x');
  await next.flush();
  await cleared;
  expect(next.databases.tracked.value).toEqual(['x']);
  expect(keysOf(kept)).toContain('id/x');
});

test('a fleet shows that its store was closed first', async () => {
  const kept = createKeptFleet();
  await kept.fleet.ready;
  await kept.store.close();
  kept.fleet.databases.add('a');
  const message = expect.stringMatching(/^configure: the store was closed before the fleet/) as string;
  expect(kept.fleet.storage.value).toMatchObject({ state: 'failed', error: { message } });
  expect(await failureOf(kept.fleet.flush())).toMatchObject({ code: 'storage', message });
  expect(await failureOf(createDatabase(kept.fleet, request))).toMatchObject({ code: 'storage' });
  expect(kept.service.requests.filter(({ operation }) => operation === 'create')).toEqual([]);
});
