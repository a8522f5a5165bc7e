import { describe, expect, it } from 'vitest';
import {
  formatClock,
  formatLocal,
  formatTicks,
} from '../../../../../../src/apps/dashboard/page/detail/chart/format-time.js';

/** A time in the time zone of the machine, which is the one of the page. */
const local = (day: number, hour: number, minute: number, second = 0): number =>
  new Date(2026, 4, day, hour, minute, second).getTime();

describe('formatClock', () => {
  it('shows the time of today to the second, and the date of other days', () => {
    expect(formatClock(local(3, 14, 5, 9), local(3, 20, 0))).toBe('14:05:09');
    expect(formatClock(local(2, 23, 59), local(3, 0, 1))).toBe('2 May, 23:59');
  });
});

describe('formatLocal', () => {
  it('shows the date and the time in the time zone of the browser', () => {
    expect(formatLocal(local(3, 14, 5, 9))).toBe('3 May 2026, 14:05:09');
  });
});

describe('formatTicks', () => {
  it('shows the time of day, and the date at the first tick of a new day', () => {
    expect(formatTicks([local(2, 18, 0), local(2, 21, 0), local(3, 0, 0), local(3, 3, 0)])).toEqual([
      '18:00',
      '21:00',
      '3 May',
      '03:00',
    ]);
  });

  it('shows seconds where ticks are closer than a minute', () => {
    expect(formatTicks([local(3, 9, 0, 0), local(3, 9, 0, 30)])).toEqual(['09:00:00', '09:00:30']);
  });
});
