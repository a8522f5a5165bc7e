import { describe, expect, test } from 'vitest';
import type { Database } from '../../../src/core/api/database.js';
import { createLimiter } from '../../../src/core/polling/limiter.js';
import type { PollingStatus } from '../../../src/core/polling/polling-status.js';
import { createScheduler, type Scheduler } from '../../../src/core/polling/scheduler.js';
import { FleetError, type FleetErrorCode } from '../../../src/core/shared/fleet-error.js';
import { abandoned, failed, missing, requested } from '../../../src/core/state/entry.js';
import { inState, isActive } from '../../../src/core/api/database-state.js';
import { createWaitFor } from '../../../src/core/transitions/wait-for.js';
import { abortListeners } from '../../support/abort-listeners.js';
import { failureOf } from '../../support/failure-of.js';
import { createStore, type TestStore } from './create-store.js';

interface Waiters extends TestStore {
  readonly waitFor: ReturnType<typeof createWaitFor>;
  readonly scheduler: Scheduler;
  readonly polling: { value: Pick<PollingStatus, 'state' | 'reason'> };
  /** The number of waits that began quick polls, in total and now. */
  readonly waits: { total: number; now: number };
  readonly fail: (id: string, code: FleetErrorCode) => void;
  readonly request: (id: string) => void;
  readonly abandon: (id: string) => void;
  /** Answers the request that a wait sent at once with 401. */
  readonly refuseRefresh: () => void;
  /** Sends a request of another caller. */
  readonly send: (answer: Promise<unknown>) => Promise<unknown>;
  /** Sends a request of another caller, which fails. */
  readonly sendFailing: (code: FleetErrorCode) => Promise<void>;
  /** The timers, subscribers, listeners and interests of the waits that are left. */
  readonly left: () => object;
}

function setUp(): Waiters {
  const store = createStore();
  const { clock, commits, databases, observed } = store;
  const random = (): number => 0.5;
  const scheduler = createScheduler({ clock, commits, random, limiter: createLimiter({ clock, random }) });
  const polling: Waiters['polling'] = { value: { state: 'running' } };
  const stopListeners = new Set<unknown>();
  const waits = { total: 0, now: 0 };
  let refuseRefresh = (): void => {};
  const refreshes = scheduler.register({
    resource: 'database',
    operation: 'get-database',
    facts: () => ({ hasRecord: false, modifying: false, active: false, missing: false }),
    poll: () => new Promise((_, reject) => (refuseRefresh = () => reject(refused('unauthorized')))),
    onRequested() {},
    onCancelled() {},
    onNotSent() {},
  });
  const waitFor = createWaitFor({
    commits,
    clock,
    databases,
    scheduler: {
      status: polling,
      get stop() {
        return scheduler.stop;
      },
      onStopped(listener) {
        stopListeners.add(listener);
        const forget = scheduler.onStopped(listener);
        return () => (stopListeners.delete(listener), forget());
      },
    },
    wait() {
      waits.total += 1;
      waits.now += 1;
      return () => (waits.now -= 1);
    },
    refresh: refreshes.request,
  });
  const send = (answer: Promise<unknown>): Promise<unknown> => scheduler.send('get-database', () => answer);
  return {
    ...store,
    waitFor,
    scheduler,
    polling,
    waits,
    refuseRefresh: () => refuseRefresh(),
    fail: (id, code) =>
      databases.update(id, (entry) => (code === 'not-found' ? missing : failed)(entry, refused(code))),
    request: (id) => databases.update(id, requested),
    abandon: (id) => databases.update(id, abandoned),
    send,
    async sendFailing(code) {
      await failureOf(send(Promise.reject(refused(code))));
    },
    left: () => ({
      timers: clock.pending,
      observed: observed.size,
      stopListeners: stopListeners.size,
      waiting: waits.now,
    }),
  };
}

function refused(code: FleetErrorCode): FleetError {
  return new FleetError(code, 'get-database', 'refused');
}

const NOTHING = { timers: 0, observed: 0, stopListeners: 0, waiting: 0 };

/** The outcome of a promise, or `pending` if it does not settle before time passes. */
async function settled<T>(
  { clock }: Pick<TestStore, 'clock'>,
  promise: Promise<T>,
): Promise<T | 'pending' | FleetError> {
  let outcome: T | 'pending' | FleetError = 'pending';
  void promise.then(
    (value) => (outcome = value),
    (error: unknown) => (outcome = error as FleetError),
  );
  await clock.advance(0);
  return outcome;
}

describe('a wait for a known record', () => {
  test('resolves at once without a poll if the last answer confirmed the record', async () => {
    const { confirm, databases, waitFor, waits, left } = setUp();
    confirm('a', { state: 'active' });
    expect(await waitFor('a', isActive)).toBe(databases.peek('a').record);
    expect(waits.total).toBe(0);
    expect(left()).toEqual(NOTHING);
  });

  test.each<[string, (store: Waiters) => void | Promise<void>]>([
    ['a request failed since', ({ fail }) => fail('a', 'unavailable')],
    ['it was confirmed more than two minutes ago', ({ clock }) => clock.advance(120_001)],
    [
      'it was confirmed by a clock that is ahead',
      ({ databases, clock }) => databases.update('a', (entry) => ({ ...entry, confirmedAt: clock.now() + 1 })),
    ],
  ])('confirms the record first if %s', async (_, happen) => {
    const store = setUp();
    store.confirm('a', { state: 'active' });
    await happen(store);
    const waiting = store.waitFor('a', isActive);
    store.request('a');
    expect(await settled(store, waiting)).toBe('pending');
    store.confirm('a', { state: 'active' });
    expect(await waiting).toMatchObject({ state: 'active' });
  });

  test('resolves at once up to two minutes after the answer', async () => {
    const { confirm, clock, waitFor } = setUp();
    confirm('a', { state: 'active' });
    await clock.advance(120_000);
    expect(await waitFor('a', isActive)).toMatchObject({ state: 'active' });
  });

  test('waits for a change if the predicate does not hold', async () => {
    const store = setUp();
    store.confirm('a', { state: 'passive' });
    const waiting = store.waitFor('a', isActive);
    expect(await settled(store, waiting)).toBe('pending');
    store.confirm('a', { state: 'active' });
    expect(await waiting).toMatchObject({ state: 'active' });
    expect(store.left()).toEqual(NOTHING);
  });
});

describe('a pending wait', () => {
  test('observes the id and polls it quickly, until its end', async () => {
    const { confirm, waitFor, left } = setUp();
    const waiting = waitFor('a', isActive);
    expect(left()).toEqual({ timers: 1, observed: 1, stopListeners: 1, waiting: 1 });
    confirm('a', { state: 'active' });
    expect(left()).toEqual(NOTHING);
    await waiting;
  });

  test.each<FleetErrorCode>(['unavailable', 'timeout', 'rate-limited', 'bad-response'])(
    'continues after %s',
    async (code) => {
      const store = setUp();
      const waiting = store.waitFor('a', isActive);
      store.fail('a', code);
      expect(await settled(store, waiting)).toBe('pending');
      store.confirm('a', { state: 'active' });
      expect(await waiting).toMatchObject({ state: 'active' });
    },
  );

  test('calls the predicate once with each record that an answer confirms', () => {
    const store = setUp();
    store.confirm('a', { state: 'one' });
    const examined: (string | undefined)[] = [];
    const waiting = store.waitFor('a', ({ state }) => (examined.push(state), false));
    waiting.catch(() => {});
    store.request('a');
    store.confirm('a', { state: 'one', budget: 2 });
    store.request('a');
    store.fail('a', 'unavailable');
    store.request('a');
    store.abandon('a');
    store.confirm('a', { state: 'one', budget: 2 });
    store.confirm('b', { state: 'another' });
    expect(examined).toEqual(['one', 'one', 'one']);
  });

  test('calls the predicate when the views already show the record', async () => {
    const { confirm, databases, waitFor } = setUp();
    const waiting = waitFor('a', (record) => databases.record('a').value === record && isActive(record));
    confirm('a', { state: 'active' });
    expect(await waiting).toBe(databases.peek('a').record);
  });

  test('does not affect the other waits of its id, even if its predicate throws', async () => {
    const store = setUp();
    const states = ['active', 'passive', 'suspended'] as const;
    const waits = states.map((state) => store.waitFor('a', inState(state)));
    const broken = store.waitFor('a', () => {
      throw new RangeError('of its own');
    });
    for (const state of states) store.confirm('a', { state });
    expect((await Promise.all(waits)).map(({ state }) => state)).toEqual(states);
    await expect(broken).rejects.toThrow(new RangeError('of its own'));
    expect(store.errors).toEqual([]);
    expect(store.left()).toEqual(NOTHING);
  });

  test('arms no timer if its timeout is Infinity', async () => {
    const { clock, confirm, waitFor } = setUp();
    const waiting = waitFor('a', isActive, { timeoutMs: Infinity });
    expect(clock.pending).toBe(0);
    confirm('a', { state: 'active' });
    await waiting;
  });
});

describe('a wait rejects', () => {
  test.each<FleetErrorCode>(['not-found', 'unauthorized', 'forbidden', 'rejected'])(
    'when an answer is %s',
    async (code) => {
      const { fail, waitFor, left } = setUp();
      const waiting = waitFor('a', isActive);
      fail('a', code);
      expect(await failureOf(waiting)).toMatchObject({ code, operation: 'get-database' });
      expect(left()).toEqual(NOTHING);
    },
  );

  test('only after a new answer if the id was missing before', async () => {
    const store = setUp();
    store.confirm('a', { state: 'active' });
    for (const before of ['not-found', 'unavailable'] as const) {
      store.fail('a', before);
      const waiting = store.waitFor('a', isActive);
      expect(await settled(store, waiting)).toBe('pending');
      store.request('a');
      store.fail('a', 'not-found');
      expect((await failureOf(waiting)).code).toBe('not-found');
    }
    const waiting = store.waitFor('a', isActive);
    store.request('a');
    store.confirm('a', { state: 'active' });
    expect(await waiting).toMatchObject({ state: 'active' });
  });

  test('not for a failure of a request that began before the wait', async () => {
    const store = setUp();
    store.request('a');
    const waiting = store.waitFor('a', isActive);
    store.fail('a', 'not-found');
    expect(await settled(store, waiting)).toBe('pending');
    store.request('a');
    store.fail('a', 'not-found');
    expect((await failureOf(waiting)).code).toBe('not-found');

    store.request('a');
    const another = store.waitFor('a', isActive);
    store.abandon('a');
    expect(await settled(store, another)).toBe('pending');
    store.request('a');
    store.fail('a', 'not-found');
    expect((await failureOf(another)).code).toBe('not-found');
  });

  test('not for a 401 from before the wait, since the credentials may have changed', async () => {
    const store = setUp();
    store.fail('a', 'unauthorized');
    const waiting = store.waitFor('a', isActive);
    store.request('a');
    expect(await settled(store, waiting)).toBe('pending');
    store.fail('a', 'unauthorized');
    expect((await failureOf(waiting)).code).toBe('unauthorized');
  });

  test.each<FleetErrorCode>(['unauthorized', 'forbidden'])(
    'when any request was answered %s, since polling has stopped',
    async (code) => {
      const { sendFailing, waitFor, left } = setUp();
      const waiting = waitFor('a', isActive);
      await sendFailing(code);
      expect(await failureOf(waiting)).toMatchObject({ code, operation: 'get-database' });
      expect(left()).toMatchObject({ observed: 0, stopListeners: 0, waiting: 0 });
    },
  );

  test('only after its own request if polling stopped before the wait', async () => {
    const store = setUp();
    await store.sendFailing('unauthorized');
    const waiting = store.waitFor('a', isActive);
    expect(await settled(store, waiting)).toBe('pending');
    store.refuseRefresh();
    expect(await failureOf(waiting)).toMatchObject({ code: 'unauthorized', operation: 'get-database' });
    expect(store.left()).toMatchObject({ observed: 0, stopListeners: 0, waiting: 0 });
  });

  test('not after new credentials, nor when requests are held back after a 429', async () => {
    const store = setUp();
    await store.sendFailing('unauthorized');
    store.scheduler.credentialsChanged();
    await store.sendFailing('rate-limited');
    expect(store.scheduler.stop?.cause).toBe('rate-limited');
    const waiting = store.waitFor('a', isActive);
    expect(await settled(store, waiting)).toBe('pending');
    store.confirm('a', { state: 'active' });
    await waiting;
  });

  test('not while a probe is in flight', async () => {
    const store = setUp();
    await store.sendFailing('unauthorized');
    let answer = (): void => {};
    const probe = store.send(new Promise<void>((resolve) => (answer = resolve)));
    const waiting = store.waitFor('a', isActive);
    expect(await settled(store, waiting)).toBe('pending');
    answer();
    await probe;
    expect(await settled(store, waiting)).toBe('pending');
    store.confirm('a', { state: 'active' });
    await waiting;
  });

  test('with the error that the predicate throws, at the first record or a later one', async () => {
    const { confirm, waitFor, left, errors } = setUp();
    const thrown = new RangeError('of its own');
    const fails = (record: Database): boolean => {
      if (record.state === 'active') throw thrown;
      return false;
    };
    const waiting = waitFor('a', fails);
    confirm('a', { state: 'passive' });
    confirm('a', { state: 'active' });
    await expect(waiting).rejects.toBe(thrown);
    await expect(waitFor('a', fails)).rejects.toBe(thrown);
    expect(errors).toEqual([]);
    expect(left()).toEqual(NOTHING);
  });

  test('when its signal aborts, or was aborted before', async () => {
    const { waitFor, left, waits } = setUp();
    const controller = new AbortController();
    const waiting = waitFor('a', isActive, { signal: controller.signal });
    controller.abort();
    expect(await failureOf(waiting)).toMatchObject({ code: 'aborted', operation: 'get-database' });
    expect(left()).toEqual(NOTHING);
    expect((await failureOf(waitFor('a', isActive, { signal: controller.signal }))).code).toBe('aborted');
    expect(waits.total).toBe(1);
  });

  test('when the fleet is disposed, or was disposed before', async () => {
    const { commits, confirm, databases, waitFor, left } = setUp();
    confirm('b', { state: 'active' });
    const waiting = waitFor('a', isActive);
    commits.dispose();
    databases.dispose();
    expect(await failureOf(waiting)).toMatchObject({ code: 'disposed', operation: 'get-database' });
    expect(left()).toEqual(NOTHING);
    expect((await failureOf(waitFor('b', isActive))).code).toBe('disposed');
  });

  test.each<[string, unknown[]]>([
    ['id', ['../a', isActive]],
    ['id', [7, isActive]],
    ['predicate', ['a', 'active']],
    ['', ['a', isActive, null]],
    ['', ['a', isActive, 5000]],
    ['timeoutMs', ['a', isActive, { timeoutMs: 0 }]],
    ['timeoutMs', ['a', isActive, { timeoutMs: Number.NaN }]],
    ['timeoutMs', ['a', isActive, { timeoutMs: '5' }]],
    ['signal', ['a', isActive, { signal: {} }]],
    ['timeout', ['a', isActive, { timeout: 5 }]],
  ])('when the argument %j is invalid, with its path', async (path, given) => {
    const { waitFor, left } = setUp();
    const failure = await failureOf(waitFor(...(given as unknown as Parameters<typeof waitFor>)));
    expect(failure).toMatchObject({ code: 'invalid-request', operation: 'get-database' });
    expect(failure.issues?.map((issue) => issue.path)).toEqual([path]);
    expect(left()).toEqual(NOTHING);
  });

  test('with the paths of all invalid arguments', async () => {
    const { waitFor } = setUp();
    const failure = await failureOf(waitFor('', undefined as never, { timeoutMs: -1, signal: 0 as never }));
    expect(failure.issues?.map(({ path }) => path)).toEqual(['id', 'predicate', 'timeoutMs', 'signal']);
  });
});

describe('a timeout', () => {
  test('names the last state and the number of responses', async () => {
    const { clock, confirm, request, fail, abandon, waitFor, left } = setUp();
    const waiting = waitFor('a', isActive, { timeoutMs: 10_000 });
    const failure = failureOf(waiting);
    confirm('a', { state: 'passive', modifying_state: 'creating' });
    await clock.advance(4000);
    request('a');
    fail('a', 'unavailable');
    request('a');
    abandon('a');
    request('a');
    await clock.advance(6000);
    expect(await failure).toMatchObject({
      code: 'timeout',
      operation: 'get-database',
      message:
        'get-database: the predicate did not hold within 10000 ms; received 2 responses, last saw state passive, ' +
        'modifying_state creating (stale, confirmed 10000 ms ago); last failure: unavailable',
    });
    expect(left()).toEqual(NOTHING);
  });

  test.each([
    ['paused', 'requested', 'polling is paused: requested'],
    ['paused', 'hidden', 'polling is paused: hidden'],
    ['held', 'rate-limited', 'requests are held back: rate-limited'],
    ['stopped', 'outage', 'requests are held back: outage'],
  ] as const)('says that there was no record, and why no request was sent (%s, %s)', async (state, code, emitted) => {
    const store = setUp();
    const failure = failureOf(store.waitFor('a', isActive, { timeoutMs: 50 }));
    store.polling.value = { state, reason: { code, message: 'CANARY' } };
    await store.clock.advance(50);
    expect((await failure).message).toBe(
      `get-database: the predicate did not hold within 50 ms; received 0 responses, saw no record (unknown); ${emitted}`,
    );
  });

  test('shows no value that is not a state name', async () => {
    const { clock, confirm, waitFor } = setUp();
    const failure = failureOf(waitFor('a', isActive, { timeoutMs: 50 }));
    confirm('a', { state: 'CANARY-7f3a', modifying_state: '\u001b[31mCANARY' });
    await clock.advance(50);
    const { message } = await failure;
    expect(message).not.toContain('CANARY');
    expect(message).toContain(
      'received 1 response, last saw state with a value that is not a state name, modifying_state with a',
    );
  });

  test('comes after five minutes by default', async () => {
    const store = setUp();
    const waiting = store.waitFor('a', isActive);
    waiting.catch(() => {});
    await store.clock.advance(299_999);
    expect(await settled(store, waiting)).toBe('pending');
    await store.clock.advance(1);
    expect((await failureOf(waiting)).code).toBe('timeout');
  });
});

test('a signal has no listener left, regardless of how its wait ends', async () => {
  const store = setUp();
  const controller = new AbortController();
  const options = { signal: controller.signal, timeoutMs: 1000 };
  const waits = [store.waitFor('a', isActive, options), store.waitFor('b', isActive, options)];
  const third = store.waitFor('c', isActive, options);
  expect(abortListeners(controller.signal)).toBeGreaterThan(0);
  store.confirm('a', { state: 'active' });
  store.fail('b', 'not-found');
  const ends = Promise.allSettled([...waits, third]);
  await store.clock.advance(1000);
  expect((await ends).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(abortListeners(controller.signal)).toBe(0);
});
