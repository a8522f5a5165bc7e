import { describe, expect, it } from 'vitest';
import {
  alignSeries,
  findGaps,
  forecastEnd,
  selectSince,
  type Sample,
} from '../../../../../../src/apps/dashboard/page/detail/chart/time-series.js';

const MINUTE = 60_000;
const minutely = (...minutes: number[]): Sample[] => minutes.map((at) => ({ at: at * MINUTE, value: at }));

describe('findGaps', () => {
  it('finds a pause that is much longer than usual, also after the last sample', () => {
    expect(findGaps(minutely(0, 1, 2, 30, 31, 32), 90 * MINUTE)).toEqual([
      { from: 2 * MINUTE, to: 30 * MINUTE },
      { from: 32 * MINUTE, to: 90 * MINUTE },
    ]);
  });

  it('finds no gap between points of a minute that are followed by points of a second', () => {
    const seconds = Array.from({ length: 50 }, (_, second) => ({ at: 3 * MINUTE + second * 1000, value: 3 }));
    expect(findGaps([...minutely(0, 1, 2), ...seconds], 4 * MINUTE)).toEqual([]);
  });

  it('finds no gap in rare but regular samples', () => {
    expect(findGaps(minutely(0, 15, 30, 45, 60), 70 * MINUTE)).toEqual([]);
  });

  it('finds no gap with fewer than two samples', () => {
    expect(findGaps([], MINUTE)).toEqual([]);
    expect(findGaps(minutely(0), 500 * MINUTE)).toEqual([]);
  });
});

describe('selectSince', () => {
  it('keeps the sample before the start, so that the line begins at the edge', () => {
    expect(selectSince(minutely(0, 1, 2, 3), 1.5 * MINUTE)).toEqual(minutely(1, 2, 3));
    expect(selectSince(minutely(5, 6), 0)).toEqual(minutely(5, 6));
  });

  it('returns nothing if all samples are older', () => {
    expect(selectSince(minutely(0, 1), 2 * MINUTE)).toEqual([]);
  });
});

describe('alignSeries', () => {
  it('interrupts the line at both ends of a gap', () => {
    const samples = minutely(0, 1, 9);
    const [times, values] = alignSeries(samples, [{ from: MINUTE, to: 9 * MINUTE }], undefined);
    expect(times).toEqual([0, 60, 60.001, 539.999, 540]);
    expect(values).toEqual([0, 1, null, null, 9]);
  });

  it('begins the forecast at the last sample', () => {
    const [times, values, forecast] = alignSeries(minutely(0, 1), [], { at: 5 * MINUTE, value: 8 });
    expect(times).toEqual([0, 60, 300]);
    expect(values).toEqual([0, 1, null]);
    expect(forecast).toEqual([null, 1, 8]);
  });
});

describe('forecastEnd', () => {
  const last = { at: 0, value: 60 };

  it('ends where the limit is reached', () => {
    expect(forecastEnd(last, 100, 4 * MINUTE, 10 * MINUTE)).toEqual({ at: 4 * MINUTE, value: 100 });
  });

  it('ends at the end of the chart on the way to the limit', () => {
    expect(forecastEnd(last, 100, 40 * MINUTE, 10 * MINUTE)).toEqual({ at: 10 * MINUTE, value: 70 });
  });

  it('is absent if the limit is reached before the last sample', () => {
    expect(forecastEnd(last, 100, 0, 10 * MINUTE)).toBeUndefined();
  });
});
