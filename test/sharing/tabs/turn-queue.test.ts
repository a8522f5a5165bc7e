import { expect, test } from 'vitest';
import { fullBucket } from '../../../src/core/polling/token-bucket.js';
import { createTurnQueue, type WaitingRequest } from '../../../src/sharing/tabs/turn-queue.js';
import { createManualClock } from '../../support/manual-clock.js';

// The contract of the engines shows the rate, the order and the numbers of the turns.

/** A queue of one turn a second, of which two are there at once. `given` has the member of each call. */
function setUp() {
  const rate = { perSecond: 1, burst: 2 };
  const clock = createManualClock();
  const given: string[] = [];
  const bucket = fullBucket(rate, clock.monotonic());
  const queue = createTurnQueue({ rate, clock, bucket, give: ({ from }) => void given.push(from) });
  let requestId = 0;
  const request = (from: string, count = 1): WaitingRequest => ({
    from,
    requestId: ++requestId,
    count,
    isUrgent: false,
    after: 0,
  });
  return { clock, given, queue, request };
}

test('a request that is added twice gets its turns once', async () => {
  const { clock, given, queue, request } = setUp();
  queue.add(request('a', 2));
  const again = request('b');
  queue.add(again);
  queue.add(again);
  await clock.advance(10_000);
  expect(given).toEqual(['a', 'b']);
});

test('members that have left get no turns, and a stopped queue has no timer', async () => {
  const { clock, given, queue, request } = setUp();
  for (const from of ['a', 'a', 'gone', 'b']) queue.add(request(from));
  queue.keepOnly((member) => member !== 'gone');
  await clock.advance(1000);
  expect(given).toEqual(['a', 'a', 'b']);
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
