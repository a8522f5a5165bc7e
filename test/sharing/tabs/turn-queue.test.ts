import { expect, test } from 'vitest';
import { fullBucket } from '../../../src/core/polling/token-bucket.js';
import { createTurnQueue, type WaitingRequest } from '../../../src/sharing/tabs/turn-queue.js';
import { createManualClock } from '../../support/manual-clock.js';

function setUp(rate = { perSecond: 1, burst: 2 }) {
  const clock = createManualClock();
  const given: { readonly from: string; readonly turns: readonly number[]; readonly atMs: number }[] = [];
  const bucket = fullBucket(rate, clock.monotonic());
  const queue = createTurnQueue({
    rate,
    clock,
    bucket,
    give: ({ from }, turns) => void given.push({ from, turns, atMs: clock.monotonic() }),
  });
  let requestId = 0;
  const request = (from: string, options: Partial<WaitingRequest> = {}): WaitingRequest => ({
    ...{ from, requestId: ++requestId, count: 1, isUrgent: false, after: 0 },
    ...options,
  });
  return { clock, given, queue, request };
}

test('turns are given at the rate, urgent requests first, then in the order of arrival', async () => {
  const { clock, given, queue, request } = setUp();
  for (const from of ['a', 'b', 'c', 'd']) queue.add(request(from));
  queue.add(request('e', { isUrgent: true }));
  await clock.advance(10_000);
  expect(given).toEqual([
    { from: 'a', turns: [1], atMs: 0 },
    { from: 'b', turns: [2], atMs: 0 },
    { from: 'e', turns: [3], atMs: 1000 },
    { from: 'c', turns: [4], atMs: 2000 },
    { from: 'd', turns: [5], atMs: 3000 },
  ]);
  expect(clock.pending).toBe(0);
});

test('a request gets as many turns as there are, at most its count', () => {
  const { given, queue, request } = setUp({ perSecond: 1, burst: 5 });
  queue.add(request('a', { count: 3 }));
  queue.add(request('b', { count: 3 }));
  expect(given.map(({ turns }) => turns)).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
});

test('a request that is added twice gets its turns once', async () => {
  const { clock, given, queue, request } = setUp();
  queue.add(request('a', { count: 2 }));
  const again = request('b');
  queue.add(again);
  queue.add(again);
  await clock.advance(10_000);
  expect(given.map(({ from }) => from)).toEqual(['a', 'b']);
});

test('turns are greater than the numbers that are known', async () => {
  const { clock, given, queue, request } = setUp();
  queue.startAfter(100);
  queue.add(request('a', { after: 50 }));
  queue.add(request('b', { after: 200 }));
  queue.startAfter(150);
  queue.add(request('c'));
  await clock.advance(10_000);
  expect(given.map(({ turns }) => turns)).toEqual([[101], [201], [202]]);
});

test('members that are gone get no turns, and a queue that is stopped has no timer', async () => {
  const { clock, given, queue, request } = setUp();
  for (const from of ['a', 'a', 'gone', 'b']) queue.add(request(from));
  queue.keep((member) => member !== 'gone');
  await clock.advance(1000);
  expect(given.map(({ from }) => from)).toEqual(['a', 'a', 'b']);
  queue.add(request('c'));
  queue.stop();
  expect(clock.pending).toBe(0);
});

test('a slow page gives no more turns than the rate allows', () => {
  const rate = { perSecond: 50, burst: 10 };
  const manual = createManualClock();
  let nowMs = 0;
  // Each reading of the clock takes as long as a busy page needs for a few lines.
  const clock = { ...manual, monotonic: () => (nowMs += 4) };
  let count = 0;
  const queue = createTurnQueue({
    rate,
    clock,
    bucket: fullBucket(rate, 0),
    give: (_, turns) => void (count += turns.length),
  });
  for (let requestId = 0; requestId < 500; requestId++)
    queue.add({ from: 'a', requestId, count: 4, isUrgent: false, after: 0 });

  expect(count).toBeGreaterThan(50);
  expect(count).toBeLessThanOrEqual(rate.burst + (rate.perSecond * nowMs) / 1000);
});
