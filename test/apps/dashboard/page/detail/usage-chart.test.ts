import { describe, expect, it } from 'vitest';
import { describeChart, usageChart } from '../../../../../src/apps/dashboard/page/detail/usage-chart.js';
import type { LimitUsage } from '../../../../../src/core/limits/limit-usage.js';

const MINUTE = 60_000;
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
