import { describe, expect, test } from 'vitest';
import { createVirtualClock } from '../../../src/notebook/replay/virtual-clock.js';
import { createFleetClock } from '../../../src/core/polling/fleet-clock.js';
import { InterestTable } from '../../../src/core/polling/interest.js';
import { FleetError } from '../../../src/core/shared/fleet-error.js';
import { pollSource } from './poll-facts.js';
import { createSchedulerUnderTest, keysUpTo, type SchedulerUnderTest } from './scheduler-under-test.js';
import { slow } from '../../support/slow.js';

const HOUR_MS = 3_600_000;

test('a key is known while it is tracked or observed, and is not polled any more when it is neither', async () => {
  const under = createSchedulerUnderTest({ tracked: ['a'], observed: ['a'] });
  await under.advance(100_000);
  expect(under.scheduler.status.value.known).toBe(1);
  under.group.change(['a'], 'tracked', -1);
  await under.advance(100_000);
  for (const by of [-1, 1] as const) under.group.change(['a'], 'observed', by);
  await under.advance(1);
  expect(under.left).toEqual([]);
  expect(under.scheduler.status.value.known).toBe(1);
  under.group.change(['a'], 'observed', -1);
  await under.advance(1);
  expect(under.left).toEqual(['a']);
  for (const by of [1, -1] as const) under.group.change(['b'], 'observed', by);
  await under.advance(1);
  expect(under.left).toEqual(['a', 'b']);
  const polled = under.polls.length;
  await under.advance(HOUR_MS);
  expect(under.polls).toHaveLength(polled);
  expect(under.scheduler.status.value.known).toBe(0);
  expect(under.timers.armed).toBe(0);
});

test('each source learns which of its own keys have lost their last interest', async () => {
  const under = createSchedulerUnderTest({ observed: ['a'] });
  const left: (readonly string[])[] = [];
  const list = under.scheduler.register({ ...pollSource('list-vector-indices'), has: () => false }, (keys) =>
    left.push(keys),
  );
  list.change(['/list'], 'observed', 1);
  await under.advance(100);
  under.group.change(['a'], 'observed', -1);
  await under.advance(1);
  expect([under.left, left]).toEqual([['a'], []]);
  list.change(['/list'], 'observed', -1);
  await under.advance(1);
  expect([under.left, left]).toEqual([['a'], [['/list']]]);
});

test('a caller who may not wait learns at once that there is no turn', async () => {
  const under = createSchedulerUnderTest({ burst: 1, perSecond: 1, queueTimeoutMs: 0 });
  void under.group.request('a');
  await expect(under.group.request('b')).rejects.toMatchObject({ code: 'rate-limited' });
});

test('a poll target that is released twice frees its handle once', () => {
  const targets = new InterestTable(() => {});
  const source = pollSource('get-database');
  const first = targets.get(source, 'a');
  targets.release(first);
  targets.release(first);
  expect(targets.get(source, 'b').handle).toBe(first.handle);
  expect(targets.get(source, 'c').handle).not.toBe(first.handle);
});

test('no key leaves a scheduler that is disposed', async () => {
  const under = createSchedulerUnderTest();
  under.scheduler.dispose();
  for (const by of [1, -1] as const) under.group.change(['a'], 'tracked', by);
  await under.advance(100);
  expect([under.left, under.polls]).toEqual([[], []]);
});

describe('one due-queue, one armed timer, whatever the number of ids:', () => {
  test('the scheduler has one timer, and a subscribed status has another', slow, async () => {
    const under = createSchedulerUnderTest({ resolutionMs: 10, tracked: keysUpTo(2000) });
    await under.advance(1);
    under.respond('rate-limited');
    await under.advance(10_000);
    under.respond('ok');
    await under.advance(100_000);
    expect(under.timers.mostArmed).toBe(1);
    under.scheduler.status.subscribe();
    await under.advance(100_000);
    expect(under.timers.mostArmed).toBe(2);
  });

  test('the wall clock is only for labels: setting it forward ends no hold of a 429, and allows no probe after a 401', async () => {
    const under = createSchedulerUnderTest({ answer: 'rate-limited', tracked: keysUpTo(3) });
    const held = under.scheduler.send('get-database', () => Promise.reject(tooMany(30_000)));
    await expect(held).rejects.toMatchObject({ code: 'rate-limited' });
    under.respond('unauthorized');
    const before = under.polls.length;
    under.virtual.sleep(HOUR_MS);
    await under.advance(29_000);
    expect(under.polls).toHaveLength(before);
    await under.advance(2000);
    // The probes of the first 255 s. The next one comes after 256 s.
    await under.advance(256_000);
    const refused = under.polls.length;
    for (let turn = 0; turn < 100; turn++) {
      under.virtual.sleep(60_000);
      await under.advance(2000);
    }
    expect(under.polls.length).toBe(refused);
    await under.advance(100_000);
    expect(under.polls.length).toBe(refused + 1);
  });
});

describe('the cadence', () => {
  test('is called after each answer: an id is polled quickly while it changes', async () => {
    const under = createSchedulerUnderTest({ tracked: ['a'] });
    under.facts.set('a', { modifying: true });
    const fromMs = 301_000;
    await under.advance(fromMs);
    under.facts.set('a', {});
    await under.advance(2000);
    const restMs = fromMs + 2000;
    await under.advance(HOUR_MS);
    expect(under.timesOf('a', restMs)).toHaveLength(60);
  });

  test('causes no busy loop if it is 0', async () => {
    const under = createSchedulerUnderTest({ cadence: () => 0, perSecond: 100, tracked: ['a'] });
    await under.advance(10_000);
    expect(under.polls.length).toBeLessThanOrEqual(101);
  });
});

describe('a key', () => {
  test('is due at once only if its record is older than its interval', async () => {
    const under = createSchedulerUnderTest();
    await under.advance(1000);
    under.facts.set('young', { confirmedAt: under.virtual.now() - 100 });
    under.facts.set('old', { confirmedAt: under.virtual.now() - 60_001 });
    under.facts.set('future', { confirmedAt: under.virtual.now() + HOUR_MS });
    under.group.change(['young', 'old', 'future'], 'tracked', 1);
    await under.advance(10);
    expect(under.keysFrom(0).sort()).toEqual(['future', 'old']);
    await under.advance(60_000);
    expect(under.timesOf('young')).toHaveLength(1);
  });

  test('that becomes observed is due when its answer is older than the observed interval, and not sooner', async () => {
    // The phase of the very first key is a whole interval.
    const under = createSchedulerUnderTest({ tracked: ['a'] });
    await under.advance(65_000);
    const before = under.polls.length;
    under.group.change(['a'], 'observed', 1);
    await under.advance(9000);
    expect(under.polls).toHaveLength(before);
    await under.advance(2000);
    expect(under.polls).toHaveLength(before + 1);
    under.group.change(['a'], 'observed', -1);
    await under.advance(40_000);
    under.group.change(['a'], 'observed', 1);
    await under.advance(10);
    expect(under.polls).toHaveLength(before + 2);
  });

  test('is due an interval after a caller requested it', async () => {
    const under = createSchedulerUnderTest({ cadence: () => 10_000, tracked: ['a'] });
    void under.group.request('a');
    await under.advance(9999);
    expect(under.polls).toHaveLength(1);
    await under.advance(1);
    expect(under.polls).toHaveLength(2);
  });

  test('without interest has its request aborted', async () => {
    const under = createSchedulerUnderTest({ answer: 'none', observed: ['a'] });
    await under.advance(100);
    under.group.change(['a'], 'observed', -1);
    await under.advance(0);
    expect(under.polls[0]?.signal.aborted).toBe(true);
    expect(under.limiter.inFlight).toBe(0);
    under.respond('ok');
    under.group.change(['a'], 'observed', 1);
    await under.advance(10);
    expect(under.timesOf('a')).toEqual([0, 100]);
  });

  test('that becomes known again during the abort of its request is requested again afterwards', async () => {
    const under = createSchedulerUnderTest({ answer: 'deaf', observed: ['a'] });
    await under.advance(100);
    under.group.change(['a'], 'observed', -1);
    await under.advance(0);
    under.group.change(['a'], 'observed', 1);
    await under.advance(0);
    expect(under.polls).toHaveLength(1);
    under.polls[0]?.answer();
    await under.advance(0);
    expect(under.timesOf('a')).toEqual([0, 100]);
  });

  test('that becomes known again in the same turn in which its request ends is known', async () => {
    const turns = Array.from({ length: 12 }, (_, nth) => nth);
    const counts = turns.map(async (turn) => {
      const { scheduler, group, polls, advance } = createSchedulerUnderTest({ answer: 'deaf', observed: ['a'] });
      await advance(0);
      group.change(['a'], 'observed', -1);
      await advance(0);
      polls[0]?.answer();
      for (let passed = 0; passed < turn; passed++) await Promise.resolve();
      queueMicrotask(() => group.change(['a'], 'tracked', 1));
      group.change(['a'], 'observed', 1);
      group.change(['a'], 'observed', -1);
      await advance(60_000);
      expect(polls.length).toBeGreaterThan(1);
      return scheduler.status.value.known;
    });
    expect(await Promise.all(counts)).toEqual(turns.map(() => 1));
  });

  test('frees its phase in the interval for a later key', async () => {
    const under = createSchedulerUnderTest({ answer: 'none', observed: ['a'] });
    await under.advance(100);
    under.group.change(['a'], 'observed', -1);
    under.respond('ok');
    await under.advance(100);
    under.group.change(['b'], 'tracked', 1);
    await under.advance(200_000);
    // The first phase is a whole interval.
    expect(under.timesOf('b')).toEqual([200, 60_000, 120_000, 180_000]);
  });
});

test('the corrected clock ignores small corrections of the wall clock, and corrections backwards', () => {
  const virtual = createVirtualClock();
  const { corrected } = createFleetClock(virtual);
  for (const ms of [9000, -3_600_000, 5000, -1]) {
    virtual.sleep(ms);
    expect(corrected.monotonic()).toBe(0);
  }
  virtual.sleep(10_000);
  expect(corrected.monotonic()).toBe(10_000);
});

describe('after sleep', () => {
  test('each id is polled at most once to catch up, observed ids first, at the rate of the limiter', async () => {
    const under = createSchedulerUnderTest({ cadence: () => HOUR_MS, resolutionMs: 10, tracked: keysUpTo(1000) });
    // Then no request is in flight.
    await under.advance(2 * HOUR_MS + 500);
    for (const key of ['id-998', 'id-999']) under.group.change([key], 'observed', 1);
    await under.advance(1);
    under.virtual.sleep(8 * HOUR_MS);
    await under.advance(30_000);
    const woke = under.polls.findIndex(({ atMs }) => atMs > 9 * HOUR_MS);
    const caughtUp = under.polls.slice(woke);
    expect(under.keysFrom(woke).slice(0, 2).sort()).toEqual(['id-998', 'id-999']);
    await under.advance(85_000);
    const inTime = under.keysFrom(woke);
    expect(new Set(inTime).size).toBe(1000);
    // The regular polls of some ids also fall into these two minutes.
    expect(inTime.length).toBeLessThan(1000 + 1000 / 20);
    for (const [at, { atMs }] of under.polls.slice(woke).entries())
      expect(at + 1).toBeLessThanOrEqual(20 + ((atMs - (caughtUp[0]?.atMs ?? 0)) / 1000) * 10 + 1);
  });
});

test('after an outage of hours, observed ids are first, even if probes passed over other ids', async () => {
  const under = createSchedulerUnderTest({
    resolutionMs: 10,
    tracked: keysUpTo(100, 't'),
    observed: keysUpTo(100, 'o'),
  });
  await under.advance(60_000);
  under.respond('unavailable');
  await under.advance(6 * HOUR_MS);
  under.respond('ok');
  while (under.limiter.breaker !== 'closed') await under.advance(100);
  const before = under.polls.length;
  await under.advance(12_000);
  const first = under.keysFrom(before).slice(0, 40);
  expect(first.map((key) => key.charAt(0)).join('')).toBe('o'.repeat(40));
});

test('due keys are sent by priority, then by due time, and only as many as the limiter allows', async () => {
  const limits = { concurrency: 2, perSecond: 1, burst: 2 };
  const under = createSchedulerUnderTest({ ...limits, answer: 'none', tracked: keysUpTo(1000) });
  under.facts.set('modifying', { modifying: true });
  await under.advance(0);
  under.group.change(['observed'], 'observed', 1);
  under.group.change(['modifying'], 'tracked', 1);
  await under.advance(0);
  expect(under.limiter.inFlight).toBe(2);
  expect(under.scheduler.status.value).toMatchObject({ known: 1002, due: 1000, inFlight: 2 });
  // One of the two keeps its phase.
  under.respond((key) => (key === 'modifying' ? 'none' : 'ok'), 0);
  for (const { answer } of under.polls) answer();
  await under.advance(2000);
  expect(under.keysFrom(2).slice(0, 2)).toEqual(['modifying', 'observed']);
});

describe('no priority starves:', () => {
  /** The polls of each kind in ten minutes. The first letter of a key is its kind. */
  async function countKinds(under: SchedulerUnderTest): Promise<Record<string, number>> {
    await under.advance(120_000);
    const before = under.polls.length;
    await under.advance(600_000);
    const counts: Record<string, number> = { m: 0, o: 0, t: 0 };
    for (const { key } of under.polls.slice(before)) counts[key.charAt(0)] = (counts[key.charAt(0)] ?? 0) + 1;
    return counts;
  }

  test('with 25 ids that always change, observed and tracked ids are polled as often as usual', slow, async () => {
    const under = createSchedulerUnderTest();
    for (let id = 0; id < 25; id++) under.facts.set(`m${id}`, { modifying: true });
    under.group.change(keysUpTo(25, 'm'), 'tracked', 1);
    under.group.change(keysUpTo(40, 't'), 'tracked', 1);
    under.group.change(keysUpTo(5, 'o'), 'observed', 1);
    const { m, o, t } = await countKinds(under);
    expect(o).toBeGreaterThanOrEqual(195);
    expect(t).toBeGreaterThanOrEqual(390);
    expect(m).toBeGreaterThanOrEqual(5300);
  });

  test('with callers who request twice the rate limit, tracked ids are polled as often as usual', slow, async () => {
    const under = createSchedulerUnderTest({ tracked: keysUpTo(10, 't') });
    const send = (): Promise<void> => new Promise((resolve) => void under.virtual.schedule(resolve, 20));
    let sent = 0;
    const ask = (): void => {
      under.scheduler.send('get-database', send).then(
        () => (sent += 1),
        () => {},
      );
      under.virtual.schedule(ask, 50);
    };
    ask();
    const { t } = await countKinds(under);
    expect(t).toBeGreaterThanOrEqual(95);
    expect(sent).toBeGreaterThanOrEqual(7000);
  });
});

test.each([3, 0.7, 7])(
  'a jump of 8 h of the wall clock stops no clock that stands still between tasks (%d per second)',
  async (perSecond) => {
    const under = createSchedulerUnderTest({ perSecond, tracked: keysUpTo(100) });
    await under.advance(60_000);
    under.virtual.sleep(8 * HOUR_MS);
    const fromMs = under.virtual.monotonic();
    await under.advance(100_000);
    expect(under.polls.filter(({ atMs }) => atMs > fromMs + 8 * HOUR_MS).length).toBeGreaterThanOrEqual(
      Math.min(perSecond * 60, 200),
    );
  },
);

test('all of this also holds on a clock that advances between two reads', async () => {
  const under = createSchedulerUnderTest({ isAdvancing: true, tracked: keysUpTo(100) });
  await under.advance(0);
  expect(under.limiter.inFlight).toBe(8);
  await under.advance(100_000);
  const fromMs = under.polls.length;
  await under.advance(600_000);
  expect(under.polls.length - fromMs).toBeGreaterThanOrEqual(999);
  expect(under.polls.length - fromMs).toBeLessThanOrEqual(1001);
  expect(under.timers.mostArmed).toBe(1);
});

describe('failed ids back off exponentially with full jitter, 1 s to 8 s for a minute, then 1 s to 5 min:', () => {
  test('a new waiter interrupts it: the first poll comes within 2 s, and later polls back off from the start', async () => {
    const under = createSchedulerUnderTest({ random: () => 0.999, answer: 'unavailable', tracked: ['a'] });
    await under.advance(HOUR_MS);
    // Right after another failure.
    const failed = under.polls.length;
    while (under.polls.length === failed) await under.advance(1000);
    const fromMs = under.virtual.monotonic() + 100;
    await under.advance(100);
    under.group.change(['a'], 'waiting', 1);
    await under.advance(10_000);
    const [first = Infinity, second = Infinity] = under.timesOf('a', fromMs);
    expect(first - fromMs).toBeLessThanOrEqual(2000);
    expect(second - first).toBeLessThanOrEqual(2100);
    const before = under.polls.length;
    await under.advance(20_000);
    expect(under.polls.length - before).toBeLessThanOrEqual(2);
  });

  test('failures of single ids, even of three ids in four, stop the other ids only once', async () => {
    const under = createSchedulerUnderTest();
    under.respond((key) => (Number(key.slice(3)) % 4 === 0 ? 'ok' : 'unavailable'));
    under.group.change(keysUpTo(60), 'tracked', 1);
    await under.advance(300_000);
    let stopped = 0;
    const fromMs = under.virtual.monotonic();
    for (let second = 0; second < 600; second++) {
      await under.advance(1000);
      stopped += Number(under.scheduler.status.value.state !== 'running');
    }
    expect(stopped).toBe(0);
    expect(under.timesOf('id-0', fromMs).length).toBeGreaterThanOrEqual(10);
    // A real outage is still detected.
    under.respond('unavailable');
    await under.advance(30_000);
    expect(under.scheduler.status.value).toMatchObject({ state: 'stopped', reason: { code: 'outage' } });
    under.respond('ok');
    await under.advance(120_000);
    expect(under.scheduler.status.value.state).toBe('running');
  });
});

describe('after a stop of all polls', () => {
  const fail = async ({ polls, advance }: SchedulerUnderTest, key: string, retryAfterMs?: number): Promise<void> => {
    const poll = polls.findLast((each) => each.key === key);
    poll?.fail(new FleetError('unavailable', 'get-database', 'x', { retryAfterMs }));
    await advance(0);
  };

  /** Polls the keys `a` to `d`, and fails some of the polls in this order, `a` with a `Retry-After`. */
  async function failPolls(keys: string): Promise<SchedulerUnderTest> {
    const under = createSchedulerUnderTest({ cadence: () => HOUR_MS, answer: 'deaf', tracked: ['a', 'b', 'c', 'd'] });
    await under.advance(0);
    for (const key of keys) await fail(under, key, key === 'a' ? 1000 : undefined);
    expect(under.limiter.breaker).toBe('open');
    return under;
  }

  test('the probe polls the key after the one that opened the breaker, and its answer makes the failed keys due', async () => {
    const under = await failPolls('abcd');
    await under.advance(1000);
    expect(under.keysFrom(4)).toEqual(['d']);
    under.polls[4]?.answer();
    await under.advance(400);
    expect(under.keysFrom(4).toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });

  test.each([
    ['has no request in flight', 'bcd', 'b'],
    ['has just waited for its Retry-After', 'abd', 'a'],
  ])('the probe is a key that %s', async (_, failed, probed) => {
    const under = await failPolls(failed);
    await under.advance(1000);
    expect(under.keysFrom(4)).toEqual([probed]);
  });

  test('a probe in flight is not sent again when the credentials change', async () => {
    const under = await failPolls('abcd');
    await under.advance(2000);
    under.scheduler.credentialsChanged();
    await under.advance(1000);
    expect(under.keysFrom(4).toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });
});

test('new credentials make a key due that was not found, and the end of a pause does not', async () => {
  const under = createSchedulerUnderTest({ cadence: () => HOUR_MS, tracked: ['a', 'b'] });
  await under.advance(100);
  under.facts.set('a', { missing: true });
  under.scheduler.resume();
  await under.advance(100);
  expect(under.polls).toHaveLength(2);
  // A request that is never polled stays as it is.
  void under.scheduler.send('create-database', () => new Promise(() => {}));
  under.scheduler.credentialsChanged();
  await under.advance(100);
  expect(under.keysFrom(2)).toEqual(['a']);
});

test('a caller who comes after a stop waits for the rate, as all do', async () => {
  const under = createSchedulerUnderTest({ burst: 1, perSecond: 1, cadence: () => HOUR_MS, tracked: ['polled'] });
  await under.advance(100);
  under.respond('unavailable');
  for (const key of ['a', 'b', 'c']) void under.group.request(key).catch(() => {});
  await under.advance(3000);
  expect(under.limiter.breaker).toBe('open');
  void under.group.request('d').catch(() => {});
  await under.advance(1000);
  expect([under.keysFrom(4), under.timesOf('d')]).toEqual([['d'], [4000]]);
});

test('a request that is made while another request starts is sent after it', async () => {
  const under = createSchedulerUnderTest();
  under.respond((key) => {
    if (key === 'a') void under.group.request('c');
    return 'ok';
  });
  under.group.change(['a', 'b'], 'tracked', 1);
  await under.advance(0);
  expect(under.keysFrom(0)).toEqual(['a', 'c', 'b']);
});

test('a scheduler that is disposed while a request starts sends nothing, and has no timer', async () => {
  const under = createSchedulerUnderTest({ tracked: ['a'] });
  await under.advance(100);
  under.respond(() => {
    under.scheduler.dispose();
    return 'none';
  });
  under.group.change(['b'], 'tracked', 1);
  await under.advance(0);
  under.group.change(['c'], 'tracked', 1);
  await under.advance(0);
  expect([under.keysFrom(0), under.timers.armed]).toEqual([['a', 'b'], 0]);
});

test.each([
  ['all polled keys stop the polls, whatever callers request', ['a', 'b'], ['closed', 'open']],
  ['a polled key and another one do not', ['c', 'a'], ['closed', 'closed']],
])('refusals of %s', async (_, refused, expected) => {
  const { group, polls, limiter, advance } = createSchedulerUnderTest({ answer: 'deaf', tracked: ['a', 'b'] });
  await advance(0);
  void group.request('c').catch(() => {});
  const states = [];
  for (const key of refused) {
    polls.find((poll) => poll.key === key)?.fail(new FleetError('forbidden', 'get-database', 'x'));
    await advance(0);
    states.push(limiter.breaker);
  }
  expect(states).toEqual(expected);
});

describe('a scheduler that is paused', () => {
  test('polls nothing, and polls each due id once when it resumes', async () => {
    const under = createSchedulerUnderTest({ tracked: keysUpTo(20) });
    await under.advance(60_000);
    under.scheduler.pause('a deployment');
    expect(under.timers.armed).toBe(0);
    const before = under.polls.length;
    await under.advance(HOUR_MS);
    expect(under.polls).toHaveLength(before);
    expect(under.timers.armed).toBe(0);
    void under.group.request('a caller');
    expect(under.keysFrom(before)).toEqual(['a caller']);
    under.scheduler.resume();
    await under.advance(1000);
    expect(under.keysFrom(before + 1).sort()).toEqual(keysUpTo(20).sort());
  });

  test('polls the ids that failed at once when it resumes', async () => {
    const under = createSchedulerUnderTest();
    under.respond((key) => (key === 'a' ? 'bad-response' : 'ok'));
    under.group.change(['a', 'b'], 'tracked', 1);
    await under.advance(100);
    under.scheduler.resume();
    await under.advance(100);
    expect(under.keysFrom(2)).toEqual(['a']);
  });
});

function tooMany(retryAfterMs: number): Error {
  return new FleetError('rate-limited', 'get-database', 'x', { retryAfterMs });
}
