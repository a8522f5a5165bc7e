import { expect, test } from 'vitest';
import { createRetention } from '../../../src/core/fleet/retention.js';
import { createCountingClock } from '../../support/counting-clock.js';
import { createManualClock } from '../../support/manual-clock.js';

function setUp(retainMs = 1000) {
  const manual = createManualClock();
  const clock = createCountingClock(manual);
  const forgotten: [string, number][] = [];
  const forget = (id: string): void => void forgotten.push([id, manual.monotonic()]);
  return { retention: createRetention(clock, retainMs, forget), clock, forgotten, advance: manual.advance };
}

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
