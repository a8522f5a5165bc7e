import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FleetError, type FleetErrorCode, type Operation } from '../../../src/core/shared/fleet-error.js';
import { createSchedulerUnderTest, type SchedulerTestOptions } from './scheduler-under-test.js';
import { slow } from '../../support/slow.js';

type QueueUnderTest = ReturnType<typeof createQueueUnderTest>;

const YEAR_MS = 365 * 86_400_000;

/** A scheduler whose requests are answered by the test, and whose keys are polled once. */
function createQueueUnderTest(options: SchedulerTestOptions = {}) {
  const under = createSchedulerUnderTest({
    queueTimeoutMs: Infinity,
    cadence: () => YEAR_MS,
    answer: 'deaf',
    ...options,
  });
  const { scheduler, group, limiter, virtual: clock, polls: sent, facts } = under;

  /** Some tests ignore the failure. */
  function quiet<T>(promise: Promise<T>): Promise<T> {
    promise.catch(() => {});
    return promise;
  }

  return {
    scheduler,
    limiter,
    clock,
    /** The requests that were sent, in this order. */
    sent,
    /** Requests a key for a caller. */
    ask: (key: string, signal?: AbortSignal) => quiet(group.request(key, signal)),
    /** Sends a request that is not shared. */
    send: (key: string, operation: Operation, signal?: AbortSignal) =>
      quiet(scheduler.send(operation, (_, cancelled) => under.send(key, cancelled), signal)),
    /** Makes polls of these keys due now. */
    async poll(lane: 'modifying' | 'observed' | 'tracked', ...keys: string[]) {
      for (const key of keys) if (lane === 'modifying') facts.set(key, { modifying: true });
      group.change(keys, lane === 'observed' ? 'observed' : 'tracked', 1);
      await clock.advance(0);
    },
    /** Answers the n-th request that was sent. */
    answer(nth: number) {
      sent.at(nth)?.answer();
      return clock.advance(0);
    },
    /** Fails the n-th request that was sent. */
    fail(nth: number, error: FleetError) {
      sent.at(nth)?.fail(error);
      return clock.advance(0);
    },
    /** Runs all tasks that are due. */
    settle: () => clock.advance(0),
  };
}

const failure = (code: FleetErrorCode, retryAfterMs?: number): FleetError =>
  new FleetError(code, 'get-database', 'x', { retryAfterMs });

const keysOf = ({ sent }: QueueUnderTest): string => sent.map(({ key }) => key).join('');

/** Fails all requests that were sent. */
async function failAll(under: QueueUnderTest, error: FleetError): Promise<void> {
  for (const { fail } of under.sent) fail(error);
  await under.settle();
}

async function openBreaker(under = createQueueUnderTest()): Promise<QueueUnderTest> {
  for (const key of ['x', 'y', 'z']) void under.ask(key);
  await failAll(under, failure('unavailable'));
  under.sent.length = 0;
  expect(under.limiter.breaker).toBe('open');
  return under;
}

test('the limiter keeps its concurrency and its rate in any period, with any calls and any latency', slow, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(400), fc.nat(2000), fc.constantFrom('caller', 'modifying', 'observed', 'tracked')), {
        maxLength: 60,
      }),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 8 }),
      async (calls, concurrency, burst) => {
        const perSecond = 5;
        const under = createQueueUnderTest({ concurrency, burst, perSecond });
        const { clock, sent } = under;
        let answered = 0;
        /** Answers each request after the latency of its call. */
        function answerSent(): void {
          expect(under.limiter.inFlight).toBeLessThanOrEqual(concurrency);
          for (; answered < sent.length; answered++) {
            const { key, answer } = sent[answered] as (typeof sent)[number];
            clock.schedule(answer, calls[Number(key)]?.[1] ?? 0);
          }
        }
        for (const [at, [restMs, , lane]] of calls.entries()) {
          await clock.advance(restMs);
          if (lane === 'caller') void under.ask(String(at));
          else await under.poll(lane as 'tracked', String(at));
          answerSent();
        }
        for (let second = 0; second < 200; second++) {
          await clock.advance(500);
          answerSent();
        }
        expect(sent).toHaveLength(calls.length);
        const starts = sent.map(({ atMs }) => atMs);
        for (const [first, fromMs] of starts.entries()) {
          for (const [at, toMs] of starts.slice(first).entries()) {
            expect(at + 1).toBeLessThanOrEqual(burst + ((toMs - fromMs) * perSecond) / 1000 + 1e-6);
          }
        }
      },
    ),
    { numRuns: 100 },
  );
});

describe('the order of requests is', () => {
  test('callers, modifying, observed, tracked; callers in the order of arrival', async () => {
    const under = createQueueUnderTest({ concurrency: 1 });
    void under.ask('-');
    await under.poll('tracked', 't');
    await under.poll('observed', 'o');
    await under.poll('modifying', 'm');
    void under.ask('u');
    void under.ask('U');
    await under.poll('tracked', 'T');
    for (let turn = 0; turn < 7; turn++) await under.answer(turn);
    expect(keysOf(under)).toMatch(/^-uUmo(tT|Tt)$/);
  });

  test('raised when a caller requests a key whose poll is due', async () => {
    const under = createQueueUnderTest({ concurrency: 1 });
    void under.ask('-');
    await under.poll('tracked', 'a', 'b');
    await under.poll('observed', 'c');
    void under.ask('b');
    await under.answer(0);
    await under.answer(1);
    expect(keysOf(under)).toBe('-bc');
  });
});

describe('a request', () => {
  test('whose signal is aborted before is not sent', async () => {
    const under = createQueueUnderTest();
    await expect(under.ask('a', AbortSignal.abort())).rejects.toMatchObject({ code: 'aborted' });
    expect(under.sent).toHaveLength(0);
  });

  test('that is not shared and aborted in flight rejects with its outcome', async () => {
    const under = createQueueUnderTest();
    const caller = new AbortController();
    const result = under.send('a', 'create-database', caller.signal);
    caller.abort();
    expect(under.sent[0]?.signal.aborted).toBe(true);
    under.sent[0]?.fail(new FleetError('outcome-unknown', 'create-database', 'x'));
    await expect(result).rejects.toMatchObject({ code: 'outcome-unknown' });
  });
});

describe('callers with the same key', () => {
  test('share one request', async () => {
    const under = createQueueUnderTest();
    const answers = [under.ask('a'), under.ask('a')];
    under.sent[0]?.answer();
    expect(await Promise.all(answers)).toEqual(['a', 'a']);
    expect(keysOf(under)).toBe('a');
  });

  test('join a poll in flight, which goes on when they leave', async () => {
    const under = createQueueUnderTest();
    await under.poll('tracked', 'a');
    const caller = new AbortController();
    const result = under.ask('a', caller.signal);
    caller.abort();
    await expect(result).rejects.toMatchObject({ code: 'aborted' });
    expect(keysOf(under)).toBe('a');
    expect(under.sent[0]?.signal.aborted).toBe(false);
  });

  test('do not join an aborted request: the next one is sent after it ends', async () => {
    const under = createQueueUnderTest();
    const caller = new AbortController();
    void under.ask('a', caller.signal);
    caller.abort();
    const next = under.ask('a');
    expect(under.sent).toHaveLength(1);
    await under.fail(0, failure('aborted'));
    expect(under.sent).toHaveLength(2);
    under.sent[1]?.answer();
    await expect(next).resolves.toBe('a');
  });
});

describe('503 and network failures', () => {
  test('leave one poll as a probe, after a while', async () => {
    const under = await openBreaker();
    await under.poll('observed', 'a');
    await under.poll('tracked', 'b');
    expect(under.sent).toHaveLength(0);
    await under.clock.advance(1500);
    expect(under.sent).toHaveLength(1);
    await under.clock.advance(600_000);
    expect(under.sent).toHaveLength(1);
    expect(under.limiter).toMatchObject({ breaker: 'probing', stop: { cause: 'outage', leftMs: undefined } });
  });

  test('let a caller probe at once; the other callers get the failure of the probe', async () => {
    const under = await openBreaker();
    const probe = under.ask('a');
    const other = under.send('b', 'create-database');
    expect(keysOf(under)).toBe('a');
    under.sent[0]?.fail(failure('timeout'));
    await expect(probe).rejects.toMatchObject({ code: 'timeout' });
    await expect(other).rejects.toMatchObject({ code: 'timeout', operation: 'create-database' });
    expect(keysOf(under)).toBe('a');
    expect(under.limiter.breaker).toBe('open');
  });

  test('let a caller probe at once; after its answer the others are sent slowly', async () => {
    const under = await openBreaker();
    void under.ask('a');
    void under.ask('b');
    await under.poll('tracked', 'c');
    await under.answer(0);
    expect(keysOf(under)).toBe('ab');
    expect(under.limiter.breaker).toBe('closed');
    await under.clock.advance(500);
    expect(keysOf(under)).toBe('abc');
  });

  test('let another caller probe if the first probe is aborted', async () => {
    const under = await openBreaker();
    void under.ask('a');
    const other = under.ask('b');
    await under.fail(0, failure('aborted'));
    expect(keysOf(under)).toBe('ab');
    under.sent[1]?.answer();
    await expect(other).resolves.toBe('b');
  });

  test('of a create fail the waiting callers as unavailable, since those were not sent', async () => {
    const under = await openBreaker();
    void under.send('a', 'create-database');
    const other = under.ask('b');
    under.sent[0]?.fail(new FleetError('outcome-unknown', 'create-database', 'x', { status: 502 }));
    await expect(other).rejects.toMatchObject({ code: 'unavailable', operation: 'get-database', status: 502 });
  });
});

test('a scheduler that is disposed rejects the callers that wait and that come, and leaves no timer', async () => {
  const under = createQueueUnderTest({ concurrency: 1, burst: 1 });
  const inFlight = under.ask('a');
  const waiting = under.ask('b');
  under.scheduler.dispose();
  await expect(waiting).rejects.toMatchObject({ code: 'disposed', operation: 'get-database' });
  await expect(under.ask('c')).rejects.toMatchObject({ code: 'disposed' });
  under.sent[0]?.answer();
  await expect(inFlight).resolves.toBe('a');
  await under.clock.advance(10_000);
  expect(keysOf(under)).toBe('a');
  expect(under.clock.pending).toBe(0);
});

test('listeners of `onStopped` are called after each failure that stops polls', async () => {
  const under = createQueueUnderTest();
  let stops = 0;
  const end = under.scheduler.onStopped(() => (stops += 1));
  await openBreaker(under);
  expect(stops).toBe(1);
  void under.ask('a');
  await failAll(under, failure('unavailable'));
  expect(stops).toBe(2);
  end();
  under.sent.length = 0;
  void under.ask('a');
  await failAll(under, failure('unavailable'));
  expect(stops).toBe(2);
});

describe('an answer for a failed id', () => {
  /** Ids that were polled. The poll of the first two has failed, of the first one with this Retry-After. */
  async function failTwo(count: number, retryAfterMs?: number): Promise<QueueUnderTest> {
    const under = createQueueUnderTest({ concurrency: 100, burst: 100 });
    await under.poll('tracked', ...Array.from({ length: count }, (_, nth) => `${nth} `));
    const [first, second, ...others] = under.sent.toSorted((a, b) => Number(a.key) - Number(b.key));
    for (const { answer } of others) answer();
    await under.settle();
    first?.fail(failure('unavailable', retryAfterMs));
    second?.fail(failure('unavailable'));
    await under.settle();
    expect(under.limiter.breaker).toBe('closed');
    under.sent.length = 0;
    return under;
  }

  async function answerSecond(under: QueueUnderTest): Promise<void> {
    void under.ask('1 ');
    await under.answer(-1);
  }

  test.each([2, 20])('makes the other failed id due in a small fleet (%i polled ids)', async (count) => {
    const under = await failTwo(count);
    await answerSecond(under);
    expect(keysOf(under)).toBe('1 0 ');
  });

  test('leaves the other failed id to its backoff in a large fleet', async () => {
    const under = await failTwo(21);
    await answerSecond(under);
    expect(keysOf(under)).toBe('1 ');
    await under.clock.advance(1500);
    expect(keysOf(under)).toBe('1 0 ');
  });

  test.each([2, 21])('does not shorten a Retry-After (%i polled ids)', async (count) => {
    const under = await failTwo(count, 60_000);
    await answerSecond(under);
    await under.clock.advance(59_999);
    expect(keysOf(under)).toBe('1 ');
    await under.clock.advance(1);
    expect(keysOf(under)).toBe('1 0 ');
  });
});

test('a probe polls another key than one whose Retry-After has not ended', async () => {
  const under = createQueueUnderTest();
  await under.poll('tracked', 'a', 'b', 'c');
  const [first, second, third] = under.sent.splice(0);
  for (const poll of [first, second]) poll?.fail(failure('unavailable', 600_000));
  third?.fail(failure('unavailable'));
  await under.settle();
  for (let probe = 0; probe < 2; probe++) {
    await under.clock.advance(2000);
    await under.fail(-1, failure('unavailable'));
  }
  expect(under.sent.map(({ key }) => key)).toEqual([third?.key, third?.key]);
});

test('a probe on request is sent although all keys wait for their Retry-After', async () => {
  const under = createQueueUnderTest();
  await under.poll('tracked', 'a', 'b', 'c');
  await failAll(under, failure('unavailable', 600_000));
  under.scheduler.resume();
  expect(under.sent).toHaveLength(4);
  expect(under.limiter.breaker).toBe('probing');
});

test('neither the end of an outage nor new credentials shorten a Retry-After', async () => {
  const under = createQueueUnderTest();
  await under.poll('tracked', 'a', 'b', 'c');
  await failAll(under, failure('unavailable', 60_000));
  expect(under.limiter.breaker).toBe('open');
  void under.ask('d');
  await under.answer(-1);
  expect(under.limiter.breaker).toBe('closed');
  under.scheduler.credentialsChanged();
  await under.clock.advance(59_999);
  expect(under.sent).toHaveLength(4);
  await under.clock.advance(1000);
  expect(under.sent).toHaveLength(7);
});
