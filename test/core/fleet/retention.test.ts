import { expect, test } from 'vitest';
import { Retention } from '../../../src/core/fleet/retention.js';
import { createCountingClock } from '../../support/counting-clock.js';
import { createManualClock } from '../../support/manual-clock.js';

function setUp(retainMs = 1000) {
  const manual = createManualClock();
  const clock = createCountingClock(manual);
  const forgotten: [string, number][] = [];
  const forget = (id: string): void => void forgotten.push([id, manual.monotonic()]);
  return { retention: new Retention({ clock, retainMs, forget }), clock, forgotten, advance: manual.advance };
}

test('forgets each id after its time, with one timer for all ids, and no timer without ids', async () => {
  const { retention, clock, forgotten, advance } = setUp();
  retention.start('a');
  await advance(300);
  retention.start('b');
  retention.start('c');
  retention.cancel('c');
  await advance(300);
  retention.start('a');
  expect(clock.armed).toBe(1);
  await advance(5000);
  expect(forgotten).toEqual([
    ['b', 1300],
    ['a', 1600],
  ]);
  expect(clock.armed).toBe(0);
  expect(clock.mostArmed).toBe(1);
});

test('lets other tasks run between batches', async () => {
  const { retention, clock, forgotten, advance } = setUp();
  for (let nth = 0; nth < 2500; nth++) retention.start(`id-${nth}`);
  const seen: number[] = [];
  const look = (): void => {
    seen.push(forgotten.length);
    if (forgotten.length < 2500) clock.schedule(look, 0);
  };
  clock.schedule(look, 1000);
  await advance(1000);
  expect(seen).toEqual([1000, 2000, 2500]);
});

test('forgets ids at once with 0, also ids that come and go meanwhile', async () => {
  const { retention, forgotten, advance } = setUp(0);
  retention.start('a');
  await advance(0);
  expect(forgotten).toEqual([['a', 0]]);
});

test('has no timer after dispose, also for ids that leave later', async () => {
  const { retention, clock, forgotten, advance } = setUp();
  retention.start('a');
  retention.dispose();
  retention.start('b');
  expect(clock.armed).toBe(0);
  await advance(5000);
  expect(forgotten).toEqual([]);
});
