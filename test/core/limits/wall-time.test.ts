import { describe, expect, it } from 'vitest';
import { createWallTime } from '../../../src/core/limits/usage-ledger.js';
import { createCommits } from '../../../src/core/store/commits.js';
import { createManualClock } from '../../support/manual-clock.js';

const HOUR = 3_600_000;
const evening = Date.UTC(2026, 1, 28, 18);

function createTime() {
  const clock = createManualClock(evening);
  const { view, complete } = createWallTime(createCommits(), clock);
  return { clock, view, complete };
}

describe('the wall time', () => {
  it('is the time of the read and needs no timer', async () => {
    const { clock, view } = createTime();
    await clock.advance(12_345);
    expect(view.value).toBe(evening + 12_345);
    expect(clock.pending).toBe(0);
  });

  it('notifies subscribers when a day (UTC) begins', async () => {
    const { clock, view } = createTime();
    const notified: number[] = [];
    view.subscribe((at) => notified.push((at - evening) / HOUR));
    await clock.advance(60 * HOUR);
    expect(notified).toEqual([0, 6, 30, 54]);
  });

  it('shares one timer among all subscribers, and has none after the last unsubscribes', async () => {
    const { clock, view } = createTime();
    const subscriptions = [view.subscribe(), view.subscribe(), view.subscribe()];
    expect(clock.pending).toBe(1);
    await clock.advance(30 * HOUR);
    expect(clock.pending).toBe(1);
    for (const subscription of subscriptions) subscription.unsubscribe();
    expect(clock.pending).toBe(0);
  });

  it('has no timer after a subscriber leaves during the notification', async () => {
    const { clock, view } = createTime();
    const subscription = view.subscribe((at) => at > evening && subscription.unsubscribe());
    await clock.advance(6 * HOUR);
    expect(clock.pending).toBe(0);
  });

  it('has no timer after completion', () => {
    const { clock, view, complete } = createTime();
    view.subscribe();
    complete();
    expect(clock.pending).toBe(0);
  });
});
