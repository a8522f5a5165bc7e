import { describe, expect, test } from 'vitest';
import { pollsAll, type KeyOwner, type MemberActivity } from '../../../src/core/polling/key-owner.js';
import { createTurnSource } from '../../../src/sharing/turn-source.js';
import { createSchedulerUnderTest, keysUpTo, restsOf, type SchedulerTestOptions } from './scheduler-under-test.js';

type MemberUnderTest = ReturnType<typeof createMemberUnderTest>;

function createMemberUnderTest(options: SchedulerTestOptions = {}) {
  const owned = new Set<string>();
  /** How often the other members want each key. */
  const othersMs = new Map<string, number>();
  /** The keys that were planned, with the interval that this member wants. */
  const wants: [string, number][] = [];
  const retried: string[] = [];
  const activities: MemberActivity[] = [];
  const owner: KeyOwner = {
    ...pollsAll,
    takesOver: true,
    owns: (key) => owned.has(key),
    intervalMs(key, ownMs) {
      wants.push([key, ownMs]);
      return owned.has(key) ? Math.min(ownMs, othersMs.get(key) ?? Infinity) : Infinity;
    },
    retry: (key) => void retried.push(key),
    setActivity(activity) {
      if (activities.at(-1) !== activity) activities.push(activity);
    },
  };
  const under = createSchedulerUnderTest({ owner, ...options });
  /** When the key is due, and how often it is polled. */
  const planOf = (key: string): (number | undefined)[] => {
    const plan = under.scheduler.planOf(key);
    return [plan?.dueMs, plan?.target.intervalMs];
  };
  return { under, owned, othersMs, wants, retried, activities, planOf };
}

/** The service has answered a request of another member for the key just now. */
function confirm({ under }: MemberUnderTest, key: string): void {
  under.facts.set(key, { confirmedAt: under.virtual.now() });
  under.group.confirmed(key);
}

describe('a member of a group', () => {
  test('polls the keys that it owns, and reports how often it wants each key', async () => {
    const { under, owned, wants, planOf } = createMemberUnderTest();
    owned.add('a');
    under.group.change(['a', 'b'], 'tracked', 1);
    await under.advance(100);
    expect(under.keysFrom(0)).toEqual(['a']);
    expect(under.scheduler.askedPerSecond).toBeCloseTo(1 / 60, 6);
    under.group.change(['a'], 'observed', 1);
    await under.advance(0);
    expect(under.scheduler.askedPerSecond).toBeCloseTo(1 / 15, 6);
    under.group.change(['a'], 'observed', -1);
    await under.advance(0);
    expect([planOf('a'), planOf('b'), planOf('c')]).toEqual([
      [60_000, 60_000],
      [undefined, Infinity],
      [undefined, undefined],
    ]);
    under.group.change(['a', 'b'], 'tracked', -1);
    await under.advance(100_000);
    expect([under.polls.length, under.left]).toEqual([1, ['a', 'b']]);
    expect(under.scheduler.askedPerSecond).toBeCloseTo(0, 6);
    expect(wants.slice(-2)).toEqual([
      ['a', Infinity],
      ['b', Infinity],
    ]);
  });

  test('polls a key half an interval after taking it over, and a new key at its phase', async () => {
    const member = createMemberUnderTest();
    const { under, owned, wants, planOf } = member;
    under.group.change(['a'], 'tracked', 1);
    await under.advance(30_000);
    owned.add('b');
    under.facts.set('b', { confirmedAt: under.virtual.now() });
    under.group.change(['b'], 'tracked', 1);
    await under.advance(10_000);
    expect(under.timesOf('b')).toEqual([37_083]);
    confirm(member, 'a');
    owned.add('a');
    under.scheduler.ownershipChanged();
    expect(planOf('a')).toEqual([120_000, 60_000]);
    // The remaining members report what they want, and an answer of the last owner comes late: neither makes the poll earlier.
    under.scheduler.sharedChanged(['a'], () => false);
    expect(planOf('a')).toEqual([120_000, 60_000]);
    await under.advance(10_000);
    confirm(member, 'a');
    expect(planOf('a')).toEqual([120_000, 60_000]);
    await under.advance(70_100);
    expect([under.timesOf('a'), planOf('a')]).toEqual([[120_000], [180_000, 60_000]]);
    // A key is planned again only if its owner has changed.
    const { length } = wants;
    under.scheduler.ownershipChanged();
    expect(wants).toHaveLength(length);
    owned.delete('a');
    under.scheduler.ownershipChanged();
    expect([planOf('a'), wants.slice(length)]).toEqual([[undefined, Infinity], [['a', 60_000]]]);
  });

  test('polls a key at once that comes back, if the answer to its poll came while another member had it', async () => {
    const { under, owned, planOf } = createMemberUnderTest();
    under.respond('ok', 30_000);
    owned.add('a');
    under.group.change(['a'], 'tracked', 1);
    await under.advance(20_000);
    owned.delete('a');
    await under.advance(20_000);
    expect(planOf('a')).toEqual([undefined, Infinity]);
    owned.add('a');
    under.scheduler.ownershipChanged();
    expect(under.timesOf('a')).toEqual([0, 40_000]);
  });

  test('polls a key that only others want at their pace, before its tracked keys', async () => {
    const { under, owned, othersMs, planOf } = createMemberUnderTest({ concurrency: 1 });
    const { scheduler, group } = under;
    for (const key of ['t', 'u', 'x']) owned.add(key);
    othersMs.set('x', 15_000);
    group.change(['t', 'u'], 'tracked', 1);
    scheduler.sharedChanged(['x', 'y'], (key) => key === 'x');
    await under.advance(100);
    expect(under.keysFrom(0)).toEqual(['x', 't', 'u']);
    expect(['x', 't', 'y'].map((key) => group.isShared(key))).toEqual([true, false, false]);
    expect(['x', 't', 'y'].map((key) => group.isTracked(key))).toEqual([false, true, false]);
    expect(scheduler.status.value.known).toBe(2);
    await under.advance(59_900);
    expect(under.timesOf('x')).toHaveLength(5);
    othersMs.set('x', 5000);
    scheduler.sharedChanged(['x'], () => true);
    expect(planOf('x')[1]).toBe(5000);
    under.respond('none');
    await under.advance(5000);
    scheduler.sharedChanged(['x'], () => false);
    await under.advance(0);
    expect(under.polls.at(-1)).toMatchObject({ key: 'x', signal: { aborted: true } });
    expect(planOf('x')).toEqual([undefined, undefined]);
  });

  test('does not poll a key that another member has taken over unnoticed', async () => {
    const { under, owned, planOf } = createMemberUnderTest();
    owned.add('a');
    under.group.change(['a'], 'tracked', 1);
    await under.advance(100);
    owned.delete('a');
    await under.advance(100_000);
    expect([under.polls.length, planOf('a')]).toEqual([1, [undefined, Infinity]]);
  });

  test('reports whether it can poll', async () => {
    const { under, activities } = createMemberUnderTest({ answer: 'rate-limited' });
    void under.group.request('a').catch(() => {});
    await under.advance(100);
    expect(under.scheduler.status.value.state).toBe('held');
    await under.advance(2000);
    under.respond('unavailable');
    for (const key of ['a', 'b', 'c']) void under.group.request(key).catch(() => {});
    await under.advance(3000);
    expect(activities).toEqual(['polling', 'blocked']);
    // It may get keys for the probe.
    await under.advance(1000);
    expect(activities).toEqual(['polling', 'blocked', 'polling']);
    under.respond('none');
    void under.group.request('a');
    await under.advance(100);
    expect(under.limiter.breaker).toBe('probing');
    under.scheduler.pause();
    under.scheduler.resume();
    expect(activities.slice(3)).toEqual(['paused', 'polling']);
  });

  test.each<[string, (member: MemberUnderTest) => void]>([
    ['another member waits for it', ({ under }) => under.scheduler.retry('a')],
    ['another member got its answer', (member) => confirm(member, 'a')],
  ])('ends the backoff of a key when %s', async (_, endBackoff) => {
    const member = createMemberUnderTest({ answer: 'bad-response' });
    const { under, owned, planOf } = member;
    owned.add('a');
    under.group.change(['a'], 'tracked', 1);
    await under.advance(100);
    // An answer of the same time adds nothing.
    under.facts.set('a', { confirmedAt: under.virtual.now() - 80 });
    under.group.confirmed('a');
    expect(planOf('a')).toEqual([1520, 60_000]);
    endBackoff(member);
    expect(planOf('a')).toEqual([60_000, 60_000]);
  });

  test('ends the backoff of a key where it is polled, when a caller begins to wait for it', async () => {
    const { under, retried } = createMemberUnderTest();
    under.scheduler.retry('b');
    under.group.confirmed('b');
    under.group.change(['b'], 'tracked', 1);
    await under.advance(0);
    under.group.change(['b'], 'waiting', 1);
    under.group.change(['b'], 'waiting', -1);
    expect(retried).toEqual(['b']);
  });
});

describe('a scheduler that waits for turns', () => {
  /** Turns come 10 ms after they were asked for. */
  function createTurnsUnderTest(options: SchedulerTestOptions = {}) {
    const asked: string[] = [];
    const turns = createTurnSource(
      (count, isUrgent) => {
        asked.push(`${under.nowMs()}: ${count}${isUrgent ? ' urgent' : ''}`);
        const numbers = Array.from({ length: count }, (_, nth) => nth);
        return new Promise((resolve) => void under.virtual.schedule(() => resolve(numbers), 10));
      },
      () => under.scheduler.proceed(),
    );
    const under = createSchedulerUnderTest({ owner: { ...pollsAll, turns }, ...options });
    return { under, asked };
  }

  test('asks for as many turns as requests may start, and starts them without a timer', async () => {
    const { under, asked } = createTurnsUnderTest({ tracked: keysUpTo(30) });
    await under.advance(9);
    expect([asked, under.polls.length, under.timers.armed]).toEqual([['0: 8'], 0, 0]);
    await under.advance(1);
    expect([asked, under.polls.length]).toEqual([['0: 8'], 8]);
  });

  test.each<[string, SchedulerTestOptions, number, string[]]>([
    ['for a turn when the rate allows a request', { burst: 1 }, 250, ['0: 1', '110: 1', '220: 1']],
    ['at once for the turns of as many polls as may start', { concurrency: 1 }, 80, ['0: 1', '30: 1', '60: 1']],
  ])('asks %s', async (_, options, untilMs, expected) => {
    const { under, asked } = createTurnsUnderTest({ ...options, tracked: keysUpTo(3) });
    await under.advance(untilMs);
    expect(asked).toEqual(expected);
  });

  test('asks for the turns of polls every 50 ms, and of callers at once', async () => {
    const { under, asked } = createTurnsUnderTest({ tracked: ['a', 'b'] });
    await under.advance(20);
    under.group.change(['c'], 'tracked', 1);
    await under.advance(60);
    void under.group.request('d');
    await under.advance(40);
    under.group.change(['e'], 'tracked', 1);
    await under.advance(100);
    expect(asked).toEqual(['0: 2', '50: 1', '80: 1 urgent', '120: 1']);
    expect(under.keysFrom(0)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('asks for one turn at a time while polls are paused', async () => {
    const { under, asked } = createTurnsUnderTest();
    under.scheduler.pause();
    under.group.change(keysUpTo(10), 'tracked', 1);
    for (const key of ['a', 'b', 'c']) void under.group.request(key);
    await under.advance(100);
    expect(asked).toEqual(['0: 1 urgent', '10: 1 urgent', '20: 1 urgent']);
  });

  test('asks for a turn for a probe, although the probed key is not due', async () => {
    const { under, asked } = createTurnsUnderTest({ cadence: () => 600_000, tracked: ['a'] });
    await under.advance(100);
    under.respond('unavailable');
    for (const key of ['b', 'c', 'd']) void under.group.request(key).catch(() => {});
    await under.advance(100);
    asked.length = 0;
    under.respond('ok');
    await under.advance(2000);
    expect([asked, under.keysFrom(4)]).toEqual([['1140: 1'], ['a']]);
    expect(under.limiter.breaker).toBe('closed');
  });
});

test('many keys are polled in batches', async () => {
  const under = createSchedulerUnderTest({ cadence: () => 1000, perSecond: 1e6, burst: 1e6, concurrency: 100 });
  under.respond('ok', 0);
  under.group.change(keysUpTo(100), 'tracked', 1);
  await under.advance(3000);
  const times = [...new Set(under.polls.map(({ atMs }) => atMs))];
  expect(times.length).toBeGreaterThan(60);
  expect(Math.min(...restsOf(times).slice(1))).toBeGreaterThanOrEqual(20 - 1e-6);
});
