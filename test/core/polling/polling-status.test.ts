import { describe, expect, test } from 'vitest';
import type { PollingStatus } from '../../../src/core/polling/polling-status.js';
import { createSchedulerUnderTest, keysUpTo } from './scheduler-under-test.js';
import { pollSource } from './poll-facts.js';

const START = Date.UTC(2026, 0, 1);

describe('the status', () => {
  test('counts known, due, in-flight and recently sent requests, and has the next due time', async () => {
    const under = createSchedulerUnderTest({ concurrency: 4, answer: 'none', tracked: keysUpTo(10) });
    await under.advance(0);
    expect(under.scheduler.status.value).toEqual({
      state: 'running',
      breaker: 'closed',
      known: 10,
      due: 6,
      inFlight: 4,
      requestsLastMinute: 4,
      nextDueAt: START,
    });
    under.respond('ok');
    for (const { answer } of under.polls) answer();
    await under.advance(59_000);
    expect(under.scheduler.status.value).toMatchObject({ due: 0, inFlight: 0 });
    await under.advance(65_000);
    const { requestsLastMinute, nextDueAt } = under.scheduler.status.value;
    expect(requestsLastMinute).toBe(10);
    expect(nextDueAt).toBeGreaterThan(under.virtual.now());
    expect(nextDueAt).toBeLessThan(under.virtual.now() + 60_000);
  });

  test('counts databases as known, but not the list of vector indices, and has no next due time without any', async () => {
    const under = createSchedulerUnderTest();
    const list = pollSource('list-vector-indices', { resource: 'vector-index-list' });
    const indices = under.scheduler.register({ ...list, poll: () => Promise.resolve() });
    indices.change(['indices'], 'tracked', 1);
    under.group.change(['a'], 'tracked', 1);
    await under.advance(0);
    expect(under.scheduler.status.value.known).toBe(1);
    indices.change(['indices'], 'tracked', -1);
    await under.advance(0);
    expect(under.scheduler.status.value.known).toBe(1);
    under.group.change(['a'], 'tracked', -1);
    await under.advance(0);
    expect(under.scheduler.status.value.known).toBe(0);
    expect(under.scheduler.status.value).not.toHaveProperty('nextDueAt');
  });

  test('has the given reason of a pause', () => {
    const { scheduler } = createSchedulerUnderTest();
    scheduler.pause('a deployment');
    expect(scheduler.status.value).toMatchObject({
      state: 'paused',
      reason: { code: 'requested', message: 'a deployment' },
    });
    scheduler.pause();
    expect(scheduler.status.value.reason?.message).toMatch(/^Paused/);
    scheduler.resume();
    expect(scheduler.status.value.state).toBe('running');
    expect(scheduler.status.value).not.toHaveProperty('reason');
  });

  test('has the time until which polling is stopped, and updates after it', async () => {
    const under = createSchedulerUnderTest({ answer: 'unavailable', tracked: ['a', 'b', 'c', 'd'] });
    await under.advance(100);
    const { state, reason, until, breaker } = under.scheduler.status.value;
    expect({ state, breaker, code: reason?.code }).toEqual({ state: 'stopped', breaker: 'open', code: 'outage' });
    expect(until).toBeGreaterThan(under.virtual.now());
    expect(until).toBeLessThan(under.virtual.now() + 2000);
    under.respond('none');
    await under.advance(120_000);
    expect(under.scheduler.status.value).toMatchObject({ state: 'stopped', breaker: 'probing' });
    expect(under.scheduler.status.value).not.toHaveProperty('until');
  });

  test('keeps its reference while nothing changes', async () => {
    const under = createSchedulerUnderTest({ tracked: ['a'] });
    await under.advance(90_000);
    const status = under.scheduler.status.value;
    expect(under.scheduler.status.value).toBe(status);
    await under.advance(100);
    expect(under.scheduler.status.value).toBe(status);
  });

  test('is emitted at once when the state changes, and otherwise at most four times a second', async () => {
    const under = createSchedulerUnderTest({ resolutionMs: 10, perSecond: 100 });
    const notified: { atMs: number; status: PollingStatus }[] = [];
    const subscription = under.scheduler.status.subscribe((status) =>
      notified.push({ atMs: under.virtual.monotonic(), status }),
    );
    expect(notified).toHaveLength(1);
    under.group.change(keysUpTo(500), 'tracked', 1);
    await under.advance(2000);
    expect(notified.length).toBeGreaterThan(6);
    expect(notified.length).toBeLessThanOrEqual(1 + 1 + 8);
    under.scheduler.pause();
    expect(notified.at(-1)).toMatchObject({ atMs: 2000, status: { state: 'paused' } });
    subscription.unsubscribe();
    const before = notified.length;
    under.scheduler.resume();
    await under.advance(10_000);
    expect(notified).toHaveLength(before);
  });

  test('is emitted for changes by time alone, until no further change is possible', async () => {
    const under = createSchedulerUnderTest();
    const notified: PollingStatus[] = [];
    const subscription = under.scheduler.status.subscribe((status) => notified.push(status));
    under.group.change(['a'], 'observed', 1);
    await under.advance(100);
    under.group.change(['a'], 'observed', -1);
    await under.advance(70_000);
    expect(notified.at(-1)).toMatchObject({ known: 0, requestsLastMinute: 0 });
    subscription.unsubscribe();
    expect(under.timers.armed).toBe(0);
  });
});
