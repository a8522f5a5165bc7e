import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Priority } from '../../../src/core/polling/request-gate.js';
import { FleetError, type FleetErrorCode } from '../../../src/core/shared/fleet-error.js';
import { abortListeners } from '../../support/abort-listeners.js';
import { createGateUnderTest, type GateUnderTest } from './gate-under-test.js';

const failure = (code: FleetErrorCode, retryAfterMs?: number): FleetError =>
  new FleetError(code, 'get-database', 'x', { retryAfterMs });

const keysOf = ({ sent }: GateUnderTest): string => sent.map(({ key }) => key).join('');

/** Fails those that were sent, one by one. */
async function failAll(under: GateUnderTest, error: FleetError): Promise<void> {
  for (const { fail } of under.sent) fail(error);
  await under.settle();
}

/** Sends three that fail. */
async function openBreaker(under: GateUnderTest): Promise<void> {
  for (const key of ['x', 'y', 'z']) under.ask(key, 'tracked');
  await failAll(under, failure('unavailable'));
  under.sent.length = 0;
  expect(under.gate.breaker).toBe('open');
}

describe('every request goes through one gate: at most', () => {
  test('8 in flight', async () => {
    const under = createGateUnderTest();
    for (const key of 'abcdefghij') under.ask(key);
    expect(keysOf(under)).toBe('abcdefgh');
    expect(under.gate.inFlight).toBe(8);
    under.sent[3]?.answer();
    await under.settle();
    expect(keysOf(under)).toBe('abcdefghi');
  });

  test('bursts of 20, and 10 per second', async () => {
    const under = createGateUnderTest({ concurrency: 100 });
    for (let key = 0; key < 50; key++) under.ask(String(key));
    expect(under.sent).toHaveLength(20);
    await under.clock.advance(1000);
    expect(under.sent).toHaveLength(30);
    await under.clock.advance(1000);
    expect(under.sent).toHaveLength(40);
    expect(under.gate.requestsLastMinute).toBe(40);
  });

  test('so many in flight, and so many in any time, whatever comes and however long the answers take', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(400), fc.nat(2000), fc.constantFrom('user', 'modifying', 'observed', 'tracked')), {
          maxLength: 60,
        }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 8 }),
        async (calls, concurrency, burst) => {
          const perSecond = 5;
          const { gate, clock } = createGateUnderTest({ concurrency, burst, perSecond });
          const starts: number[] = [];
          let inFlight = 0;
          for (const [restMs, latencyMs, priority] of calls) {
            await clock.advance(restMs);
            void gate.request({
              key: 'a',
              operation: 'get-database',
              priority: priority as Priority,
              send: () =>
                new Promise<void>((resolve) => {
                  starts.push(clock.monotonic());
                  expect((inFlight += 1)).toBeLessThanOrEqual(concurrency);
                  clock.schedule(() => {
                    inFlight -= 1;
                    resolve();
                  }, latencyMs);
                }),
            });
          }
          await clock.advance(600_000);
          expect(starts).toHaveLength(calls.length);
          for (const [first, fromMs] of starts.entries()) {
            for (const [at, toMs] of starts.slice(first).entries()) {
              expect(at + 1).toBeLessThanOrEqual(burst + ((toMs - fromMs) * perSecond) / 1000 + 1e-6);
            }
          }
          expect(clock.pending).toBe(0);
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('the priorities are', () => {
  test('user > modifying > observed > tracked, and within one first come, first served', async () => {
    const under = createGateUnderTest({ concurrency: 1 });
    under.ask('-', 'tracked');
    for (const [key, priority] of ['ttracked', 'oobserved', 'mmodifying', 'uuser', 'Uuser', 'Ttracked'].map(
      (text) => [text[0], text.slice(1)] as [string, Priority],
    ))
      under.ask(key, priority);
    for (let turn = 0; turn < 7; turn++) {
      under.sent[turn]?.answer();
      await under.settle();
    }
    expect(keysOf(under)).toBe('-uUmotT');
  });

  test('raised while a request waits, and never lowered', async () => {
    const under = createGateUnderTest({ concurrency: 1 });
    under.ask('-');
    const low = under.ask('a', 'tracked');
    const high = under.ask('b', 'observed');
    low.promote('user');
    high.promote('tracked');
    high.promote('observed');
    under.ask('c', 'observed');
    high.promote('observed');
    for (let turn = 0; turn < 4; turn++) {
      under.sent[turn]?.answer();
      await under.settle();
    }
    expect(keysOf(under)).toBe('-abc');
    low.promote('user');
    expect(keysOf(under)).toBe('-abc');
  });
});

test('a scheduled request may come when it would start, or when it would wait with users alone', async () => {
  const under = createGateUnderTest({ burst: 1 });
  expect(under.gate.readyInMs()).toBe(0);
  under.ask('a', 'tracked');
  expect(under.gate.readyInMs()).toBe(100);
  under.ask('b', 'user');
  expect(under.gate.readyInMs()).toBe(0);
  under.ask('c', 'tracked');
  expect(under.gate.readyInMs()).toBe(Infinity);
  await under.clock.advance(200);
  expect(keysOf(under)).toBe('abc');
  under.sent[2]?.fail(failure('rate-limited', 30_000));
  await under.settle();
  under.ask('d', 'user');
  expect(under.gate.readyInMs()).toBe(Infinity);
});

describe('a request of the gate', () => {
  test('gives what was sent for, and what it failed with', async () => {
    const under = createGateUnderTest();
    const good = under.ask('a').result;
    const bad = under.ask('b').result;
    const error = failure('rejected');
    under.sent[0]?.answer();
    under.sent[1]?.fail(error);
    await expect(good).resolves.toBe('a');
    await expect(bad).rejects.toBe(error);
  });

  test('fails with what `send` throws, and leaves its place', async () => {
    const { gate, settle } = createGateUnderTest({ concurrency: 1 });
    const error = new TypeError('thrown');
    const { result } = gate.request({
      key: 'a',
      operation: 'get-database',
      priority: 'user',
      send: () => {
        throw error;
      },
    });
    await expect(result).rejects.toBe(error);
    await settle();
    expect(gate.inFlight).toBe(0);
  });

  test('that is aborted while it waits is not sent, and says which operation it was', async () => {
    const under = createGateUnderTest({ concurrency: 1 });
    under.ask('a');
    const cancel = new AbortController();
    const { result } = under.ask('b', 'user', { signal: cancel.signal, operation: 'create-database' });
    cancel.abort();
    await expect(result).rejects.toMatchObject({ code: 'aborted', operation: 'create-database' });
    under.sent[0]?.answer();
    await under.settle();
    expect(keysOf(under)).toBe('a');
    expect(under.gate.inFlight).toBe(0);
  });

  test('that is aborted leaves no timer, and makes room for those behind it', async () => {
    const under = createGateUnderTest({ burst: 1 });
    under.ask('a');
    const cancel = new AbortController();
    under.ask('b', 'user', { signal: cancel.signal }).result.catch(() => {});
    expect(under.clock.pending).toBe(1);
    cancel.abort();
    expect(under.clock.pending).toBe(0);
    expect(under.gate.readyInMs()).toBe(100);
  });

  test('leaves no listener on its signal, once it is sent', async () => {
    const under = createGateUnderTest({ burst: 1 });
    const { signal } = new AbortController();
    under.ask('a');
    under.ask('b', 'user', { signal });
    expect(abortListeners(signal)).toBe(1);
    await under.clock.advance(100);
    expect(keysOf(under)).toBe('ab');
    expect(abortListeners(signal)).toBe(0);
  });

  test('whose signal is aborted before is not sent', async () => {
    const under = createGateUnderTest();
    const { result } = under.ask('a', 'user', { signal: AbortSignal.abort() });
    await expect(result).rejects.toMatchObject({ code: 'aborted' });
    expect(under.sent).toHaveLength(0);
  });

  test('gets its signal when it is sent', async () => {
    const { gate } = createGateUnderTest();
    const { signal } = new AbortController();
    const { result } = gate.request({
      key: 'a',
      operation: 'get-database',
      priority: 'user',
      signal,
      send: (given) => Promise.resolve(given),
    });
    await expect(result).resolves.toBe(signal);
  });
});

describe('a 429 pauses the whole gate', () => {
  test('for its Retry-After, users included', async () => {
    const under = createGateUnderTest();
    under.ask('a');
    await failAll(under, failure('rate-limited', 30_000));
    under.ask('b', 'user');
    under.ask('c', 'tracked');
    expect(under.gate.stop).toEqual({ cause: 'rate-limited', leftMs: 30_000 });
    await under.clock.advance(29_999);
    expect(keysOf(under)).toBe('a');
    await under.clock.advance(1);
    expect(keysOf(under)).toBe('ab');
  });

  test('for 1 h at most', async () => {
    const under = createGateUnderTest();
    under.ask('a');
    await failAll(under, failure('rate-limited', 1e12));
    expect(under.gate.stop?.leftMs).toBe(3_600_000);
  });

  test('for a backoff where it does not say how long, longer each time', async () => {
    const under = createGateUnderTest();
    under.ask('a');
    await failAll(under, failure('rate-limited'));
    expect(under.gate.stop?.leftMs).toBe(1500);
    await under.clock.advance(1500);
    under.ask('b');
    under.sent[1]?.fail(failure('rate-limited', 0));
    await under.settle();
    expect(under.gate.stop?.leftMs).toBe(2500);
    await under.clock.advance(2500);
    under.ask('c');
    under.sent[2]?.answer();
    await under.clock.advance(1000);
    under.ask('d');
    under.sent[3]?.fail(failure('rate-limited'));
    await under.settle();
    expect(under.gate.stop?.leftMs).toBe(1500);
  });

  test('once, when many that were under way meet it together', async () => {
    const under = createGateUnderTest();
    for (const key of 'abcdefgh') under.ask(key);
    await failAll(under, failure('rate-limited'));
    expect(under.gate.stop?.leftMs).toBe(1500);
  });

  test('and an answer to what was sent before says nothing of that', async () => {
    const under = createGateUnderTest();
    under.ask('a');
    under.ask('b');
    under.sent[0]?.fail(failure('rate-limited'));
    await under.settle();
    under.sent[1]?.answer();
    await under.clock.advance(1500);
    under.ask('c');
    under.sent[2]?.fail(failure('rate-limited'));
    await under.settle();
    expect(under.gate.stop?.leftMs).toBe(2500);
  });

  test('then it restarts slowly', async () => {
    const under = createGateUnderTest({ concurrency: 100 });
    under.ask('a');
    await failAll(under, failure('rate-limited', 30_000));
    for (let key = 0; key < 100; key++) under.ask(String(key));
    await under.clock.advance(30_000);
    for (let second = 0; second < 5; second++) {
      for (const { answer } of under.sent) answer();
      await under.clock.advance(1000);
    }
    const before = under.sent.length - 1;
    expect(before).toBeGreaterThanOrEqual(5);
    expect(before).toBeLessThanOrEqual(12);
  });
});

describe.each(['unauthorized', 'forbidden'] as const)('after one that is %s', (code) => {
  test('everything that waits fails with it, and nothing more is sent than was in flight', async () => {
    const under = createGateUnderTest();
    const results = Array.from(
      { length: 100 },
      (_, key) => under.ask(String(key), key % 2 ? 'user' : 'tracked').result,
    );
    under.sent[0]?.fail(failure(code));
    await under.settle();
    const ends = await Promise.all(results.slice(8).map((result) => result.catch((error: FleetError) => error.code)));
    expect(new Set(ends)).toEqual(new Set([code]));
    await failAll(under, failure(code));
    expect(under.sent).toHaveLength(8);
    expect(under.gate.stop).toEqual({ cause: code, leftMs: 300_000 });
  });

  test('one that nobody asked for goes through in 5 min', async () => {
    const under = createGateUnderTest();
    under.ask('a');
    await failAll(under, failure(code));
    under.ask('b', 'tracked');
    under.ask('c', 'tracked');
    await under.clock.advance(299_999);
    expect(keysOf(under)).toBe('a');
    await under.clock.advance(1);
    expect(keysOf(under)).toBe('ab');
    expect(under.gate.breaker).toBe('probing');
    under.sent[1]?.answer();
    await under.settle();
    expect(keysOf(under)).toBe('abc');
    expect(under.gate.stop).toBeUndefined();
  });

  test('new credentials resume at once, and old ones that are still refused do not stop it again', async () => {
    const under = createGateUnderTest();
    under.ask('a');
    under.ask('old');
    under.sent[0]?.fail(failure(code));
    await under.settle();
    under.ask('b', 'tracked');
    under.gate.credentialsChanged();
    expect(keysOf(under)).toBe('aoldb');
    under.sent[1]?.fail(failure(code));
    await under.settle();
    expect(under.gate.breaker).toBe('closed');
    under.sent[2]?.fail(failure(code));
    await under.settle();
    expect(under.gate.breaker).toBe('open');
  });
});

test('a probe with old credentials says nothing of the new ones', async () => {
  const under = createGateUnderTest();
  under.ask('a');
  await failAll(under, failure('unauthorized'));
  under.ask('probe');
  under.gate.credentialsChanged();
  under.ask('b');
  under.sent[2]?.fail(failure('unauthorized'));
  await under.settle();
  expect(under.gate.breaker).toBe('open');
  under.sent[1]?.answer();
  await under.settle();
  expect(under.gate.breaker).toBe('open');
});

describe('503 and network failures across ids open a breaker with a single probe:', () => {
  test('three different ids, with no answer between', async () => {
    const under = createGateUnderTest();
    for (const key of ['x', 'x', 'y', 'y']) under.ask(key);
    await failAll(under, failure('timeout'));
    expect(under.gate.breaker).toBe('closed');
    under.ask('z');
    under.sent[4]?.fail(failure('unavailable'));
    await under.settle();
    expect(under.gate.breaker).toBe('open');
  });

  test('a scheduled one after a while', async () => {
    const under = createGateUnderTest();
    await openBreaker(under);
    under.ask('a', 'observed');
    under.ask('b', 'tracked');
    expect(under.sent).toHaveLength(0);
    await under.clock.advance(1500);
    expect(keysOf(under)).toBe('a');
    await under.clock.advance(600_000);
    expect(keysOf(under)).toBe('a');
    expect(under.gate).toMatchObject({ breaker: 'probing', stop: { cause: 'outage', leftMs: undefined } });
  });

  test('a user at once; others who wait then share its fate, be it a failure', async () => {
    const under = createGateUnderTest();
    await openBreaker(under);
    const probe = under.ask('a', 'user').result;
    const other = under.ask('b', 'user', { operation: 'create-database' }).result;
    expect(keysOf(under)).toBe('a');
    under.sent[0]?.fail(failure('timeout'));
    await expect(probe).rejects.toMatchObject({ code: 'timeout' });
    await expect(other).rejects.toMatchObject({ code: 'timeout', operation: 'create-database' });
    expect(keysOf(under)).toBe('a');
    expect(under.gate).toMatchObject({ breaker: 'open' });
  });

  test('a user at once; an answer to it sends the others who wait, slowly', async () => {
    const under = createGateUnderTest();
    await openBreaker(under);
    under.ask('a', 'user');
    under.ask('b', 'user');
    under.ask('c', 'tracked');
    under.sent[0]?.answer();
    await under.settle();
    expect(keysOf(under)).toBe('ab');
    expect(under.gate.breaker).toBe('closed');
    await under.clock.advance(500);
    expect(keysOf(under)).toBe('abc');
  });

  test('another one when the probe was given up', async () => {
    const under = createGateUnderTest();
    await openBreaker(under);
    under.ask('a', 'user');
    const other = under.ask('b', 'user').result;
    under.sent[0]?.fail(failure('aborted'));
    await under.settle();
    expect(keysOf(under)).toBe('ab');
    under.sent[1]?.answer();
    await expect(other).resolves.toBe('b');
  });

  test('a create whose outcome is unknown fails others as unavailable: they were not sent', async () => {
    const under = createGateUnderTest();
    await openBreaker(under);
    under.ask('a', 'user', { operation: 'create-database' });
    const other = under.ask('b', 'user').result;
    under.sent[0]?.fail(new FleetError('outcome-unknown', 'create-database', 'x', { status: 502 }));
    await expect(other).rejects.toMatchObject({ code: 'unavailable', operation: 'get-database', status: 502 });
  });
});

describe('a gate that is disposed of', () => {
  test('rejects what waits and what comes, and leaves no timer', async () => {
    const under = createGateUnderTest({ concurrency: 1, burst: 1 });
    const inFlight = under.ask('a').result;
    const waiting = under.ask('b').result;
    under.gate.dispose();
    await expect(waiting).rejects.toMatchObject({ code: 'disposed', operation: 'get-database' });
    await expect(under.ask('c').result).rejects.toMatchObject({ code: 'disposed' });
    under.sent[0]?.answer();
    await expect(inFlight).resolves.toBe('a');
    await under.clock.advance(10_000);
    expect(keysOf(under)).toBe('a');
    expect(under.clock.pending).toBe(0);
  });
});

test('what watches the gate hears of each end, and whether it goes on after a stop', async () => {
  const under = createGateUnderTest();
  const news: string[] = [];
  const stop = under.gate.watch((each) => news.push(each));
  await openBreaker(under);
  expect(news).toEqual(['changed', 'changed', 'changed']);
  under.ask('a');
  under.sent[0]?.answer();
  await under.settle();
  expect(news.at(-1)).toBe('recovered');
  under.gate.credentialsChanged();
  expect(news.at(-1)).toBe('credentials');
  stop();
  under.gate.credentialsChanged();
  expect(news).toHaveLength(5);
});
