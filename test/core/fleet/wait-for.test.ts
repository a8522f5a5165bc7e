import { describe, expect, test } from 'vitest';
import { dehydrate, hydrate, upsertDatabase, waitFor } from '../../../src/index.js';
import type { SharingLink } from '../../../src/core/fleet/kernel.js';
import { pollsAll } from '../../../src/core/polling/key-owner.js';
import { inState, isActive } from '../../../src/core/records/database-state.js';
import type { Database } from '../../../src/core/records/database.js';
import type { FleetError } from '../../../src/core/shared/fleet-error.js';
import { abortListeners } from '../../support/abort-listeners.js';
import { failureOf } from '../../support/failure-of.js';
import { createFleetUnderTest, quick, type FleetUnderTest, type FleetUnderTestOptions } from './fleet-under-test.js';
import { databaseOf, usualAnswer, type Answer } from './scripted-service.js';

type Waiters = ReturnType<typeof setUp>;

/** A fleet whose requests the test answers one by one. */
function setUp(options: FleetUnderTestOptions = {}) {
  const under = createFleetUnderTest({ polling: quick, ...options });
  const open = under.service.hold();
  /** Answers the oldest request that has no answer yet. */
  async function give(answer: Answer): Promise<void> {
    await under.advance(0);
    const resolve = open.shift();
    if (resolve === undefined) throw new Error('there is no open request');
    resolve(answer);
    await under.advance(0);
  }
  return {
    ...under,
    answer: (fields?: object) => give({ json: databaseOf('a', fields) }),
    refuse: (status: number) => give({ status }),
    lose: () => give(new TypeError('fetch failed')),
  };
}

/** The outcome of a promise, or `pending` if it does not settle before time passes. */
async function settled<T>({ advance }: FleetUnderTest, promise: Promise<T>): Promise<T | 'pending' | FleetError> {
  let outcome: T | 'pending' | FleetError = 'pending';
  void promise.then(
    (value) => (outcome = value),
    (error: unknown) => (outcome = error as FleetError),
  );
  await advance(0);
  return outcome;
}

describe('the first answer that counts', () => {
  test('is the answer to the request that the wait sends at once, also for a record that is fresh', async () => {
    const store = setUp();
    void store.fleet.databases.refresh('a');
    await store.answer({ state: 'active' });
    const waiting = waitFor(store.fleet, 'a', isActive);
    expect(await settled(store, waiting)).toBe('pending');
    expect(store.service.requests).toHaveLength(2);
    await store.answer({ state: 'active' });
    expect(await waiting).toBe(store.fleet.databases.record('a').value);
  });

  test.each<[string, (store: Waiters) => Promise<void>]>([
    ['answer', ({ answer }) => answer({ state: 'active' })],
    ['failure', ({ refuse }) => refuse(404)],
  ])('is not the %s of a request in flight: another request follows at once', async (_, end) => {
    const store = setUp();
    store.fleet.databases.refresh('a').catch(() => {});
    await store.advance(0);
    const waiting = waitFor(store.fleet, 'a', isActive);
    await end(store);
    expect(await settled(store, waiting)).toBe('pending');
    expect(store.service.requests.map(({ atMs }) => atMs)).toEqual([0, 0]);
    await store.answer({ state: 'active', port: 7 });
    expect(await waiting).toMatchObject({ port: 7 });
  });

  test.each([
    ['the wait', 'b'],
    ['a known answer', 'a'],
  ])('is not the answer to a request with a turn from before %s: another request follows at once', async (_, id) => {
    const given = [9, 5];
    const turns = { ...pollsAll.turns, take: () => given.shift() };
    const link: SharingLink = { ...pollsAll, turns, join() {}, hold() {}, dispose() {} };
    const store = setUp({ sharing: { connect: () => link } });
    void store.fleet.databases.refresh(id);
    await store.answer({ database_id: id });
    const waiting = waitFor(store.fleet, 'a', isActive);
    await store.answer({ state: 'active', port: 5 });
    expect(await settled(store, waiting)).toBe('pending');
    await store.answer({ state: 'active', port: 10 });
    expect(await waiting).toMatchObject({ port: 10 });
    expect(store.service.requests.map(({ atMs }) => atMs)).toEqual([0, 0, 0]);
  });

  test('is not a record of upsertDatabase or hydrate, before or during the wait', async () => {
    const other = createFleetUnderTest();
    await other.fleet.databases.refresh('a');
    const snapshot = dehydrate(other.fleet);
    const store = setUp({ snapshot });
    const { fleet, clock } = store;
    const waiting = waitFor(fleet, 'a', isActive);
    upsertDatabase(fleet, databaseOf('a', { port: 1 }) as Database, { readAt: clock.now() });
    hydrate(fleet, snapshot);
    expect(await settled(store, waiting)).toBe('pending');
    expect(fleet.databases.record('a').value).toMatchObject({ state: 'active' });
    await store.answer({ state: 'suspended' });
    upsertDatabase(fleet, databaseOf('a', { port: 2 }) as Database);
    expect(await settled(store, waiting)).toBe('pending');
    // The answers to the first request and to the next one are older than the records.
    await store.answer({ state: 'suspended' });
    await store.advance(2000);
    await store.answer({ state: 'active', port: 3 });
    expect(await waiting).toMatchObject({ port: 3 });
  });

  test('may be the answer to a refresh of a caller that starts later', async () => {
    const store = setUp();
    const waiting = waitFor(store.fleet, 'a', isActive);
    await store.answer({ state: 'passive' });
    await store.advance(1999);
    void store.fleet.databases.refresh('a');
    await store.advance(1);
    await store.answer({ state: 'active' });
    expect(await waiting).toMatchObject({ state: 'active' });
  });
});

describe('a pending wait', () => {
  test.each([500, 503, 408])('continues after the status %i', async (status) => {
    const store = setUp();
    const waiting = waitFor(store.fleet, 'a', isActive);
    await store.refuse(status);
    expect(await settled(store, waiting)).toBe('pending');
    await store.advance(3000);
    await store.answer({ state: 'active' });
    expect(await waiting).toMatchObject({ state: 'active' });
  });

  test('polls every 2 s, calls the predicate once with each answer that the views already show, and leaves nothing', async () => {
    const store = setUp({ retainMs: 0 });
    const { databases } = store.fleet;
    const { signal } = new AbortController();
    const seen: unknown[] = [];
    const predicate = (record: Database): boolean => {
      seen.push(`${record.state} ${databases.record('a').value === record}`);
      return record.state === 'active';
    };
    const waiting = waitFor(store.fleet, 'a', predicate, { signal });
    for (const state of ['passive', 'passive', 'active']) {
      await store.answer({ state });
      await store.advance(2000);
    }
    await waiting;
    expect(seen).toEqual(['passive true', 'passive true', 'active true']);
    expect(store.service.timesOf('a')).toEqual([0, 2000, 4000]);
    expect(databases.known.value).toEqual([]);
    expect(abortListeners(signal)).toBe(0);
    await store.advance(5000);
    expect(store.clock.armed).toBe(0);
  });

  test('does not affect the other waits of its id, even if its predicate throws', async () => {
    const store = setUp();
    const states = ['active', 'passive', 'suspended'] as const;
    const waits = states.map((state) => waitFor(store.fleet, 'a', inState(state)));
    const broken = expect(
      waitFor(store.fleet, 'a', () => {
        throw new RangeError('of its own');
      }),
    ).rejects.toThrow(new RangeError('of its own'));
    for (const state of states) {
      await store.answer({ state });
      await store.advance(2000);
    }
    expect((await Promise.all(waits)).map(({ state }) => state)).toEqual(states);
    await broken;
    expect(store.errors).toEqual([]);
  });
});

describe('a wait rejects', () => {
  test.each([
    [404, 'not-found'],
    [400, 'rejected'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
  ] as const)('when its request is answered with %i', async (status, code) => {
    const store = setUp();
    const failure = failureOf(waitFor(store.fleet, 'a', isActive));
    await store.refuse(status);
    expect(await failure).toMatchObject({ code, operation: 'get-database' });
  });

  test('when its signal aborts, or was aborted before', async () => {
    const store = setUp();
    const controller = new AbortController();
    const failure = failureOf(waitFor(store.fleet, 'a', isActive, { signal: controller.signal }));
    await store.advance(0);
    controller.abort();
    expect(await failure).toMatchObject({ code: 'aborted', operation: 'get-database' });
    await store.advance(0);
    expect(store.service.inFlight).toBe(0);
    expect((await failureOf(waitFor(store.fleet, 'a', isActive, { signal: controller.signal }))).code).toBe('aborted');
    expect(store.service.requests).toHaveLength(1);
  });

  test('with the paths of all invalid arguments', async () => {
    const { fleet, service, clock } = setUp();
    const failure = await failureOf(waitFor(fleet, '', undefined as never, { timeoutMs: NaN, signal: 0 as never }));
    expect(failure).toMatchObject({ code: 'invalid-request', operation: 'get-database' });
    expect(failure.issues?.map(({ path }) => path)).toEqual(['id', 'predicate', 'timeoutMs', 'signal']);
    expect([service.requests.length, clock.armed]).toEqual([0, 0]);
  });
});

describe('a timeout', () => {
  test('names the last state and the number of answers', async () => {
    const store = setUp();
    const failure = failureOf(waitFor(store.fleet, 'a', isActive, { timeoutMs: 10_000 }));
    await store.answer({ state: 'passive', modifying_state: 'creating' });
    await store.advance(2000);
    await store.lose();
    await store.advance(8000);
    expect(await failure).toMatchObject({
      code: 'timeout',
      operation: 'get-database',
      message:
        'get-database: the predicate did not hold within 10000 ms; answers: 2; ' +
        'last seen: state passive, modifying_state creating (stale); last failure: unavailable',
    });
  });

  test.each<[string, (store: Waiters) => unknown]>([
    ['requested', ({ fleet }) => fleet.polling.pause('CANARY')],
    ['rate-limited', ({ refuseWith }) => refuseWith(429, 'b')],
  ])('says that there was no record, and that polling is held back: %s', async (code, act) => {
    const store = setUp();
    await act(store);
    const failure = failureOf(waitFor(store.fleet, 'a', isActive, { timeoutMs: 50 }));
    await store.advance(50);
    const { message } = await failure;
    expect(message).toContain(`answers: 0; last seen: no record (loading); polling is held back: ${code}`);
  });

  test('shows no value that is not a state name', async () => {
    const store = setUp();
    const failure = failureOf(waitFor(store.fleet, 'a', isActive, { timeoutMs: 50 }));
    await store.answer({ state: 'CANARY-7f3a', modifying_state: '\u001b[31mCANARY' });
    await store.advance(50);
    const { message } = await failure;
    expect(message).not.toContain('CANARY');
    expect(message).toContain('answers: 1; last seen: state with a value that is not a state name, modifying_state');
  });

  test('comes after five minutes by default, and never with Infinity', async () => {
    const store = setUp();
    store.service.respond(({ id }) => ({ json: databaseOf(id, { state: 'passive' }) }));
    const waiting = waitFor(store.fleet, 'a', isActive);
    const patient = waitFor(store.fleet, 'a', isActive, { timeoutMs: Infinity });
    waiting.catch(() => {});
    await store.advance(299_999);
    expect(await settled(store, waiting)).toBe('pending');
    await store.advance(1);
    expect((await failureOf(waiting)).code).toBe('timeout');
    await store.advance(600_000);
    expect(await settled(store, patient)).toBe('pending');
    store.service.respond(({ id }) => ({ json: databaseOf(id, { state: 'active' }) }));
    await store.advance(2000);
    expect(await patient).toMatchObject({ state: 'active' });
  });
});

describe('the polls of a wait', () => {
  test.each([401, 403])('rejects at once when a %i for other ids concerns the account', async (status) => {
    const { advance, service, fleet } = createFleetUnderTest();
    const failure = failureOf(waitFor(fleet, 'a', () => false));
    await advance(10_000);
    service.respond(() => ({ status }));
    for (const id of ['b', 'c', 'd']) await failureOf(fleet.databases.refresh(id));
    expect((await failure).code).toBe(status === 401 ? 'unauthorized' : 'forbidden');
  });

  test.each([401, 403])('sends a request at once if a %i stopped polling before the wait', async (status) => {
    const { advance, service, refuseWith, fleet } = createFleetUnderTest();
    await refuseWith(status, 'b');
    expect(fleet.polling.status.value.state).toBe('stopped');
    const failure = failureOf(waitFor(fleet, 'a', isActive));
    await advance(0);
    expect((await failure).code).toBe(status === 401 ? 'unauthorized' : 'forbidden');
    expect(service.requests.map(({ id }) => id)).toEqual(['b', 'a']);

    service.respond(usualAnswer);
    expect((await waitFor(fleet, 'a', isActive)).state).toBe('active');
    await advance(0);
    expect(fleet.polling.status.value.state).toBe('running');
  });
});
