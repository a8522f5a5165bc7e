import { describe, expect, it } from 'vitest';
import {
  alignSeries,
  findGaps,
  type Sample,
  selectSince,
} from '../../../../../../src/apps/dashboard/page/detail/chart/time-series.js';
import { formatClock, formatTicks } from '../../../../../../src/apps/dashboard/page/detail/chart/format-time.js';
import {
  describeMarks,
  marksAt,
  marksBySample,
  marksOf,
} from '../../../../../../src/apps/dashboard/page/detail/chart/chart-marks.js';
import { linesOf } from '../../../../../../src/apps/dashboard/page/usage/sparkline.js';
import type { ActivityEntry } from '../../../../../../src/format/activity.js';
import { describeChart } from '../../../../../../src/apps/dashboard/page/detail/chart/chart-options.js';
import { usageChart } from '../../../../../../src/apps/dashboard/page/detail/usage-chart.js';
import type { LimitUsage } from '../../../../../../src/core/limits/limit-usage.js';
import { sampleLimit } from '../../../../../support/sample-limit.js';

const MINUTE = 60_000;
const minutely = (...minutes: number[]): Sample[] => minutes.map((at) => ({ at: at * MINUTE, value: at }));

const ofSeconds = Array.from({ length: 50 }, (_, second) => ({ at: 3 * MINUTE + second * 1000, value: 3 }));

it.each([
  ['a pause after the last sample', minutely(0, 1, 2), 90, [[2, 90]]],
  ['nothing between points of a minute and points of a second', [...minutely(0, 1, 2), ...ofSeconds], 4, []],
  ['nothing in rare but regular samples', minutely(0, 15, 30, 45, 60), 70, []],
])('findGaps finds %s', (_, given, now, gaps) => {
  expect([...findGaps(given, now * MINUTE)]).toEqual(gaps.map((ends) => ends.map((end) => end * MINUTE)));
});

it('selectSince keeps the sample before the start, so that the line begins at the edge', () => {
  expect(selectSince(minutely(0, 1, 2, 3), 1.5 * MINUTE)).toEqual(minutely(1, 2, 3));
  expect(selectSince(minutely(5, 6), 0)).toEqual(minutely(5, 6));
});

it('alignSeries interrupts the line at both ends of a gap, and begins the forecast at the last sample', () => {
  expect(alignSeries(minutely(0, 1, 2, 9), { at: 10 * MINUTE, value: 8 }, 9 * MINUTE)).toEqual([
    [0, 60, 120, 120.001, 539.999, 540, 600],
    [0, 1, 2, null, null, 9, null],
    [null, null, null, null, null, 9, 8],
  ]);
});

/** A time in the time zone of the machine, which is the one of the page. */
const local = (day: number, hour: number, minute: number, second = 0): number =>
  new Date(2026, 4, day, hour, minute, second).getTime();

it('times of today are shown to the second, and those of other days with their date', () => {
  expect(formatClock(local(3, 14, 5, 9), local(3, 20, 0))).toBe('14:05:09');
  expect(formatClock(local(2, 23, 59), local(3, 0, 1))).toBe('2 May, 23:59');
});

it('ticks show the date at the first one of a new day, and seconds where they are closer than a minute', () => {
  const ticks = formatTicks([local(2, 18, 0), local(2, 21, 0), local(3, 0, 0), local(3, 3, 0)]);
  expect(ticks).toEqual(['18:00', '21:00', '3 May', '03:00']);
  expect(formatTicks([local(3, 9, 0, 0), local(3, 9, 0, 30)])).toEqual(['09:00:00', '09:00:30']);
});

const entry = (at: number, rest: Partial<ActivityEntry> = {}): ActivityEntry => {
  return { key: `${at}`, at, kind: 'state', resource: 'database', id: 'a', name: '', text: `at ${at}`, ...rest };
};

it('marks are the state, the alerts and the breaches of the chart, and the outages of the fleet, oldest first', () => {
  const entries = [
    entry(6, { kind: 'alert', phase: 'begun' }),
    entry(5, { kind: 'outage', resource: 'fleet', id: '', phase: 'begun' }),
    entry(4, { kind: 'limit', field: 'db_max_clients', phase: 'begun' }),
    entry(3, { kind: 'limit', field: 'db_memory_threshold' }),
    entry(2, { id: 'b' }),
    entry(1),
  ];
  const marks = marksOf(entries, { resource: 'database', id: 'a', field: 'db_max_clients' });
  expect(marks).toEqual([5, 2, 1, 0].map((place) => entries[place]));
});

it('each mark belongs to the sample that is nearest in time, also before and after all samples', () => {
  const placed = marksBySample(
    [10, 20, 30].map((at) => ({ at, value: 0 })),
    [1, 12, 16, 24, 99].map((at) => ({ at, text: `m${at}` })),
  );
  const words = [0, 1, 2].map((place) => describeMarks(placed.get(place), String));
  expect(words).toEqual(['1 m1; 12 m12', '16 m16; 24 m24', '99 m99']);
});

it('the selected value has its marks, also if its time has a fraction of a millisecond', () => {
  const chart = { data: [[1.00025], [1]], valToPos: () => 500 } as never;
  expect(marksAt(chart, [{ at: 1000.25, value: 1 }], [entry(1000)], 0, 0)).toEqual([entry(1000)]);
});

it('a sparkline goes from 0 to 100 %, and no further', () => {
  const points = [0, 50, 100, 300].map((used, at) => ({ at: at * 1000, used }));
  const drawn = linesOf(points, 100).join(' ');
  expect(drawn.match(/(?<=,)\S+/g)).toEqual(['24.0', '12.0', '0.0', '0.0']);
});

const NOW = new Date(2026, 4, 3, 14, 0).getTime();

const memory = sampleLimit();

/** The use at minutes before now, each a share of a GiB. */
const samples = (...shares: number[]) =>
  shares.map((share, place) => ({ at: NOW - (shares.length - place) * MINUTE, used: share * 1024 ** 3 }));

describe('usageChart', () => {
  it('goes from 0 to the limit, with its thresholds, however small the values are', () => {
    const { lines } = usageChart(memory, samples(0.01, 0.02), { range: '1 h', now: NOW }) ?? {};
    const drawn = lines?.map(({ label, tone }) => `${label}, ${tone}`);
    expect(drawn).toEqual(['warning 80 %, warning', 'critical 95 %, critical', 'limit 1 GiB, exceeded']);
    expect(lines?.at(-1)?.value).toBe(1024 ** 3);
    const none = usageChart({ ...memory, limit: 0 } as LimitUsage, samples(0, 0), { range: '1 h', now: NOW });
    expect(none?.lines?.map(({ label }) => label)).toEqual(['limit 0 bytes']);
    // No use can reach this limit.
    const endless = { ...memory, limit: 2 ** 63, ratio: 0 } as LimitUsage;
    expect(usageChart(endless, samples(0.1, 0.2), { range: '1 h', now: NOW })).toMatchObject({ lines: [] });
  });

  it('has the status of the limit, and the marks of its period', () => {
    const mark = (at: number) => ({ at, text: 'suspended' });
    const marks = [mark(NOW - 90 * MINUTE), mark(NOW - MINUTE)];
    const chart = usageChart(memory, samples(0.5, 0.6), { range: '1 h', now: NOW, marks });
    expect(chart).toMatchObject({ status: 'warning', marks: [mark(NOW - MINUTE)] });
    expect(chart && describeChart(chart)).toContain('Events: 13:59:00 suspended.');
  });

  it('shows all digits of a count at the pointer and few at the axis, and a time in its unit', () => {
    const commands: LimitUsage = { ...memory, field: 'db_request_limit', unit: 'commands', kind: 'quota' };
    const chart = usageChart(commands, samples(0.5, 0.6), { range: '1 h', now: NOW });
    expect(chart?.formatValue(1_234_567)).toBe('1,234,567 · 0 %');
    expect(chart?.formatTick(1_234_567)).toBe('1.2M');
    const timeout: LimitUsage = { ...memory, field: 'db_lua_timeout', unit: 'nanoseconds', kind: 'timeout' };
    const ofTimeout = usageChart(timeout, samples(0.5, 0.6), { range: '1 h', now: NOW });
    expect(ofTimeout?.formatValue(250_000_000)).toBe('250 ms · 23 %');
  });

  it('shows a forecast to the right of now, at most a third of the chart', () => {
    const near = { ...memory, exhaustsAt: NOW + 5 * MINUTE } as LimitUsage;
    const constant = samples(...Array<number>(70).fill(0.9));
    expect(usageChart(near, constant, { range: '1 h', now: NOW })?.forecast).toMatchObject({ value: 1024 ** 3 });
    const far = { ...memory, exhaustsAt: NOW + 600 * MINUTE } as LimitUsage;
    const { from = 0, to = 0, forecast } = usageChart(far, constant, { range: '1 h', now: NOW }) ?? {};
    expect(forecast?.at).toBe(to);
    expect((to - NOW) / (to - from)).toBeLessThan(1 / 3);
    expect(forecast?.value).toBeLessThan(0.92 * 1024 ** 3);
    const past = { ...memory, exhaustsAt: NOW - 5 * MINUTE } as LimitUsage;
    expect(usageChart(past, constant, { range: '1 h', now: NOW })?.forecast).toBeUndefined();
  });

  it('begins with its first value in the shortest range, ends with its last value, and needs two in its period', () => {
    const few = samples(0.1, 0.1, 0.1, 0.1);
    const chartOf = (range: '1 h' | '6 h', now: number) => usageChart(memory, few, { range, now });
    expect(chartOf('1 h', NOW)?.from).toBe(NOW - 4 * MINUTE);
    expect(chartOf('6 h', NOW)?.from).toBe(NOW - 360 * MINUTE);
    // The clock of the browser is behind that of the server.
    expect(chartOf('1 h', NOW - 10 * MINUTE)?.to).toBe(NOW - MINUTE);
    expect(chartOf('1 h', NOW + 90 * MINUTE)).toBeUndefined();
    expect(usageChart(memory, samples(0.1), { range: '1 h', now: NOW })).toBeUndefined();
  });
});
