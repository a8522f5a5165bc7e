import { describe, expect, it } from 'vitest';
import {
  alignSeries,
  findGaps,
  forecastEnd,
  type Sample,
  selectSince,
} from '../../../../../../src/apps/dashboard/page/detail/chart/time-series.js';
import {
  formatClock,
  formatLocal,
  formatTicks,
} from '../../../../../../src/apps/dashboard/page/detail/chart/format-time.js';
import {
  describeMarks,
  marksBySample,
  marksOf,
} from '../../../../../../src/apps/dashboard/page/detail/chart/chart-marks.js';
import { linesOf } from '../../../../../../src/apps/dashboard/page/usage/sparkline.js';
import type { ActivityEntry } from '../../../../../../src/format/activity.js';
import { describeChart, usageChart } from '../../../../../../src/apps/dashboard/page/detail/usage-chart.js';
import type { LimitUsage } from '../../../../../../src/core/limits/limit-usage.js';

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

const entry = (at: number, rest: Partial<ActivityEntry> = {}): ActivityEntry => {
  return { key: `${at}`, at, kind: 'state', resource: 'database', id: 'a', name: '', text: `at ${at}`, ...rest };
};

describe('marksOf', () => {
  it('has the state, the alerts and the breaches of the chart, and the outages of the fleet, oldest first', () => {
    const entries = [
      entry(6, { kind: 'alert', phase: 'begun' }),
      entry(5, { kind: 'outage', resource: 'fleet', id: '', phase: 'begun' }),
      entry(4, { kind: 'limit', field: 'db_max_clients', phase: 'begun' }),
      entry(3, { kind: 'limit', field: 'db_memory_threshold' }),
      entry(2, { id: 'b' }),
      entry(1),
    ];
    const marks = marksOf(entries, { resource: 'database', id: 'a', field: 'db_max_clients' });
    expect(marks).toEqual([
      { at: 1, label: 'at 1', isTrouble: false },
      ...[4, 5, 6].map((at) => ({ at, label: `at ${at}`, isTrouble: true })),
    ]);
  });
});

describe('marksBySample', () => {
  it('gives each mark to the sample that is nearest in time, also before and after all samples', () => {
    const samples = [10, 20, 30].map((at) => ({ at, value: 0 }));
    const marks = [1, 12, 16, 24, 99].map((at) => ({ at, label: `m${at}`, isTrouble: false }));
    const placed = marksBySample(samples, marks);
    expect([0, 1, 2].map((place) => describeMarks(placed.get(place), String))).toEqual([
      '1 m1; 12 m12',
      '16 m16; 24 m24',
      '99 m99',
    ]);
  });
});

describe('a sparkline', () => {
  it('goes from 0 to 100 %, and no further', () => {
    const points = [0, 50, 100, 300].map((used, at) => ({ at: at * 1000, used }));
    const heights = linesOf(points, 100).flatMap((line) =>
      line
        .trim()
        .split(' ')
        .map((point) => point.split(',')[1]),
    );
    expect(heights).toEqual(['24.0', '12.0', '0.0', '0.0']);
  });
});

const NOW = new Date(2026, 4, 3, 14, 0).getTime();

const memory: LimitUsage = {
  resource: 'database',
  id: 'a',
  name: 'Memory',
  field: 'db_memory_threshold',
  unit: 'bytes',
  kind: 'level',
  status: 'warning',
  limit: 1024 ** 3,
  used: 0.9 * 1024 ** 3,
  ratio: 0.9,
  remaining: 0.1 * 1024 ** 3,
};

/** Samples at minutes before now, each a share of a GiB. */
const samples = (...shares: number[]) =>
  shares.map((share, place) => ({ at: NOW - (shares.length - place) * MINUTE, value: share * 1024 ** 3 }));

describe('usageChart', () => {
  it('goes from 0 to the limit, with its thresholds, however small the values are', () => {
    const { lines, top } = usageChart(memory, samples(0.01, 0.02), { range: '1 h', now: NOW }) ?? {};
    expect(lines?.map(({ label, tone }) => [label, tone])).toEqual([
      ['limit 1 GiB', 'exceeded'],
      ['warning 80 %', 'warning'],
      ['critical 95 %', 'critical'],
    ]);
    expect(top).toBe(1024 ** 3);
  });

  it('has the status of the limit, and the marks of its period', () => {
    const mark = (at: number) => ({ at, label: 'suspended', isTrouble: true });
    const marks = [mark(NOW - 90 * MINUTE), mark(NOW - MINUTE)];
    const chart = usageChart(memory, samples(0.5, 0.6), { range: '1 h', now: NOW, marks });
    expect(chart).toMatchObject({ status: 'warning', marks: [mark(NOW - MINUTE)] });
    expect(chart && describeChart(chart)).toContain('Events: 13:59:00 suspended.');
  });

  it('draws no threshold of a limit that no use can reach', () => {
    const endless = { ...memory, limit: 2 ** 63, ratio: 0 } as LimitUsage;
    const chart = usageChart(endless, samples(0.1, 0.2), { range: '1 h', now: NOW });
    expect(chart).toMatchObject({ lines: [] });
    expect(chart?.formatValue(1024 ** 2)).toBe('1 MiB');
  });

  it('shows all digits of a count at the pointer, and few at the axis', () => {
    const commands: LimitUsage = { ...memory, field: 'db_request_limit', unit: 'commands', kind: 'quota' };
    const chart = usageChart(commands, samples(0.5, 0.6), { range: '1 h', now: NOW });
    expect(chart?.formatValue(1_234_567)).toBe('1,234,567 · 0 %');
    expect(chart?.formatTick(1_234_567)).toBe('1.2M');
  });

  it('shows a forecast to the right of now, at most a third of the chart', () => {
    const near = { ...memory, exhaustsAt: NOW + 5 * MINUTE } as LimitUsage;
    expect(
      usageChart(near, samples(...Array<number>(20).fill(0.9)), { range: '1 h', now: NOW })?.forecast,
    ).toMatchObject({
      value: 1024 ** 3,
    });
    const far = { ...memory, exhaustsAt: NOW + 600 * MINUTE } as LimitUsage;
    const {
      from = 0,
      to = 0,
      forecast,
    } = usageChart(far, samples(...Array<number>(70).fill(0.9)), { range: '1 h', now: NOW }) ?? {};
    expect(forecast?.at).toBe(to);
    expect((to - NOW) / (to - from)).toBeLessThan(1 / 3);
    expect(forecast?.value).toBeLessThan(0.92 * 1024 ** 3);
  });

  it('begins with the first value in the shortest range, and covers the whole period in the others', () => {
    const few = samples(0.1, 0.1, 0.1, 0.1);
    expect(usageChart(memory, few, { range: '1 h', now: NOW })?.from).toBe(NOW - 4 * MINUTE);
    expect(usageChart(memory, few, { range: '6 h', now: NOW })?.from).toBe(NOW - 360 * MINUTE);
  });

  it('is absent without two values in the period', () => {
    expect(usageChart(memory, samples(0.1), { range: '1 h', now: NOW })).toBeUndefined();
    expect(usageChart(memory, samples(0.1, 0.2), { range: '1 h', now: NOW + 90 * MINUTE })).toBeUndefined();
  });
});

describe('describeChart', () => {
  it('describes the values in one sentence', () => {
    const chart = usageChart(memory, samples(0.5, 0.25, 0.75), { range: '1 h', now: NOW });
    expect(chart && describeChart(chart)).toBe(
      '3 values from 13:57:00 to 13:59:00: latest 768 MiB · 75 %, lowest 256 MiB · 25 %, highest 768 MiB · 75 %. ' +
        'The arrow keys select a value.',
    );
  });
});
