import { expect, it } from 'vitest';
import { loadWithRetries } from '../../../../../src/apps/dashboard/page/shell/part.js';
import { createManualClock } from '../../../../support/manual-clock.js';

const HOUR_MS = 3_600_000;

it('a part whose file is missing for an hour loads afterwards, and is asked for less often meanwhile', async () => {
  const clock = createManualClock();
  let attempts = 0;
  const loaded = loadWithRetries(async () => {
    attempts += 1;
    if (clock.monotonic() < HOUR_MS) throw new TypeError('Failed to fetch dynamically imported module');
    return 'the part';
  }, clock);
  await clock.advance(29_000);
  expect(attempts).toBe(30);
  await clock.advance(HOUR_MS);
  expect(await loaded).toBe('the part');
  expect(attempts).toBeLessThan(400);
});
