import { describe, expect, test } from 'vitest';
import { Limiter, type LimiterOptions, type Outcome, type Permit } from '../../../src/core/polling/limiter.js';
import { FleetError, type FleetErrorCode } from '../../../src/core/shared/fleet-error.js';

/** A limiter on a clock that the test sets. The keys `a` and `b` are polled. */
function createLimiterUnderTest(options: Partial<LimiterOptions> = {}) {
  const clock = { nowMs: 0, monotonic: () => clock.nowMs };
  const limiter = new Limiter({ clock, random: () => 0.5, ...options });
  /** Ends a request with this failure; without a code, with an answer. */
  const end = (permit: Permit, code?: FleetErrorCode, retryAfterMs?: number): Outcome => {
    const isRefusal = code === 'unauthorized' || code === 'forbidden';
    const error = code && new FleetError(code, 'get-database', 'x', { retryAfterMs });
    return limiter.release(permit, error, (keys) => {
      // A large fleet has many keys.
      expect(isRefusal).toBe(true);
      return keys.has('a') && keys.has('b');
    });
  };
  /** Starts and ends a request. */
  const request = (key: string, code?: FleetErrorCode, retryAfterMs?: number): Outcome =>
    end(limiter.acquire(key), code, retryAfterMs);
  return { clock, limiter, end, request };
}

describe('the limiter tells', () => {
  test('how long no request starts, and why, and tells the group of a hold', () => {
    const holds: number[] = [];
    const { clock, limiter, request } = createLimiterUnderTest({ onHold: (delayMs) => holds.push(delayMs) });
    clock.nowMs = 100;
    request('a', 'rate-limited', 1000);
    clock.nowMs = 400;
    expect([limiter.stop, limiter.heldMs]).toEqual([{ cause: 'rate-limited', leftMs: 700 }, 700]);
    clock.nowMs = 1100;
    expect([limiter.stop, limiter.heldMs]).toEqual([undefined, 0]);
    for (const key of ['a', 'b', 'c']) request(key, 'unavailable');
    clock.nowMs = 1500;
    expect([limiter.stop, limiter.heldMs]).toEqual([{ cause: 'outage', leftMs: 600 }, 0]);
    clock.nowMs = 3000;
    expect(limiter.stop).toEqual({ cause: 'outage', leftMs: 0 });
    expect(holds).toEqual([1000]);
  });

  test('when the next request may start', () => {
    const { clock, limiter, request, end } = createLimiterUnderTest({ concurrency: 2, burst: 2 });
    const permits = [limiter.acquire('a'), limiter.acquire('b')] as const;
    expect(limiter.readyInMs(true)).toBe(Infinity);
    end(permits[0]);
    expect([limiter.readyInMs(true), limiter.readyInMs(false)]).toEqual([100, 100]);
    clock.nowMs = 99.9999;
    expect(limiter.readyInMs(true)).toBe(0.001);
    clock.nowMs = 100;
    expect(limiter.readyInMs(true)).toBe(0);
    end(permits[1], 'unavailable');
    request('c', 'unavailable');
    request('d', 'unavailable');
    clock.nowMs = 300;
    expect([limiter.readyInMs(true), limiter.readyInMs(false)]).toEqual([0, 800]);
    limiter.probeAtOnce();
    expect(limiter.readyInMs(false)).toBe(0);
    limiter.acquire('e');
    expect(limiter.readyInMs(true)).toBe(Infinity);
  });

  test('how many requests may start at once', () => {
    const { limiter } = createLimiterUnderTest({ burst: 4 });
    expect(limiter.startable).toBe(4);
    for (const key of ['a', 'b', 'c', 'd']) limiter.acquire(key);
    expect(limiter.startable).toBe(1);
    const wide = createLimiterUnderTest({ concurrency: 3 });
    expect(wide.limiter.startable).toBe(3);
    wide.limiter.acquire('a');
    expect(wide.limiter.startable).toBe(2);
    for (const key of ['a', 'b', 'c']) wide.request(key, 'unavailable');
    expect(wide.limiter.startable).toBe(1);
  });

  test('how many requests were sent in the last 60 seconds', () => {
    const { clock, limiter, request } = createLimiterUnderTest();
    for (; clock.nowMs < 60_000; clock.nowMs += 1000) for (const key of ['a', 'b']) request(key);
    clock.nowMs = 59_999;
    expect(limiter.requestsLastMinute).toBe(120);
    clock.nowMs = 60_000;
    expect(limiter.requestsLastMinute).toBe(118);
  });
});

describe('a hold', () => {
  test('of another fleet is never shortened, and counts as a first 429', () => {
    const { clock, limiter, request } = createLimiterUnderTest();
    clock.nowMs = 100;
    limiter.hold(1000);
    limiter.hold(500);
    expect([limiter.readyInMs(true), limiter.heldMs]).toEqual([1000, 1000]);
    clock.nowMs = 1100;
    request('a', 'rate-limited');
    expect(limiter.heldMs).toBe(2500);
    limiter.hold(1);
    clock.nowMs = 3600;
    request('a', 'rate-limited');
    expect(limiter.heldMs).toBe(4500);
  });

  test('gets longer with each 429 until an answer, which a failure is not', () => {
    const { clock, limiter, request } = createLimiterUnderTest();
    request('a', 'rate-limited');
    clock.nowMs = 1500;
    request('b', 'unavailable');
    request('a', 'rate-limited');
    expect(limiter.heldMs).toBe(2500);
    clock.nowMs = 4000;
    request('b');
    request('a', 'rate-limited');
    expect(limiter.heldMs).toBe(1500);
  });

  test('counts once if many requests in flight get a 429 together', () => {
    const { limiter, end } = createLimiterUnderTest();
    const permits = ['a', 'b', 'c'].map((key) => limiter.acquire(key));
    for (const permit of permits) end(permit, 'rate-limited');
    expect(limiter.heldMs).toBe(1500);
  });

  test('gets longer in spite of an answer to a request from before the 429', () => {
    const { clock, limiter, request, end } = createLimiterUnderTest();
    const early = limiter.acquire('b');
    request('a', 'rate-limited');
    end(early);
    clock.nowMs = 1500;
    request('a', 'rate-limited');
    expect(limiter.heldMs).toBe(2500);
  });

  test('lasts although an outage ends', () => {
    const { limiter, request, end } = createLimiterUnderTest();
    const [first, second] = [limiter.acquire('d'), limiter.acquire('e')];
    for (const key of ['a', 'b', 'c']) request(key, 'unavailable');
    end(first, 'rate-limited', 30_000);
    expect(end(second)).toBe('recovered');
    expect(limiter.readyInMs(true)).toBe(30_000);
  });
});

describe('the end of a request', () => {
  test('stops polls once, although more requests were in flight', () => {
    const { limiter, end } = createLimiterUnderTest();
    const permits = ['a', 'b', 'c', 'd', 'e'].map((key) => limiter.acquire(key));
    const [early, ...others] = permits as [Permit, ...Permit[]];
    const outcomes = others.map((permit) => end(permit, 'unavailable'));
    expect(outcomes).toEqual([undefined, undefined, 'stopped', undefined]);
    const probe = limiter.acquire('f');
    expect([end(early, 'unavailable'), limiter.breaker]).toEqual([undefined, 'probing']);
    expect([end(probe, 'unavailable'), limiter.breaker]).toEqual(['stopped', 'open']);
  });

  test.each([
    ['an outage slowly', 'unavailable', 1],
    ['a refusal at the whole rate', 'forbidden', 8],
  ] as const)('begins again after %s', (_, code, startable) => {
    const { limiter, request } = createLimiterUnderTest();
    for (const key of ['a', 'b', 'c']) request(key, code);
    expect(request('d')).toBe('recovered');
    expect(limiter.startable).toBe(startable);
    expect(request('e')).toBeUndefined();
  });

  test.each<[string, Outcome, (limiter: Limiter) => void]>([
    ['stops polls', 'stopped', () => {}],
    ['stops nothing if another key is forgotten', undefined, (limiter) => limiter.forget('a')],
    ['stops nothing if the credentials have changed', undefined, (limiter) => limiter.credentialsChanged()],
  ])('with a refusal of the last polled key %s', (_, outcome, change) => {
    const { limiter, request } = createLimiterUnderTest();
    expect(request('a', 'forbidden')).toBeUndefined();
    change(limiter);
    expect(request('b', 'forbidden')).toBe(outcome);
  });

  test('with earlier credentials decides nothing', () => {
    const { limiter, request, end } = createLimiterUnderTest();
    for (const key of ['a', 'b']) request(key, 'forbidden');
    const [probe, missing] = [limiter.acquire('c'), limiter.acquire('e')];
    expect(limiter.inFlight).toBe(2);
    limiter.credentialsChanged();
    expect([end(missing, 'not-found'), limiter.breaker]).toEqual(['outdated', 'closed']);
    for (const key of ['a', 'b']) request(key, 'forbidden');
    expect([end(probe, 'unauthorized'), limiter.breaker]).toEqual(['outdated', 'open']);
    expect(request('d')).toBe('recovered');
  });

  test('shows an outage again that continues after new credentials', () => {
    const { limiter, request } = createLimiterUnderTest();
    for (const key of ['a', 'b', 'c']) request(key, 'timeout');
    limiter.credentialsChanged();
    expect(['a', 'b', 'c'].map((key) => request(key, 'timeout'))).toEqual([undefined, undefined, 'stopped']);
  });

  test('shows no outage when keys that were broken before new credentials fail again', () => {
    const { limiter, request } = createLimiterUnderTest();
    for (const key of ['a', 'b', 'c']) {
      request(key, 'timeout');
      request('d');
    }
    limiter.credentialsChanged();
    expect(['a', 'b', 'c'].map((key) => request(key, 'timeout'))).toEqual([undefined, undefined, undefined]);
    expect(limiter.breaker).toBe('closed');
  });

  test('tells that a key is better after its failure', () => {
    const { request } = createLimiterUnderTest();
    const outcomes = [request('a', 'timeout'), request('a', 'timeout'), request('b'), request('a'), request('a')];
    expect(outcomes).toEqual([undefined, undefined, undefined, 'improved', undefined]);
  });
});
