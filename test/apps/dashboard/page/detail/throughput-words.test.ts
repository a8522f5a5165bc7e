import { describe, expect, it } from 'vitest';
import {
  describeThroughput,
  formatThroughput,
} from '../../../../../src/apps/dashboard/page/detail/throughput-words.js';
import { throughput } from '../../../../../src/core/limits/throughput.js';

const point = (x: string, y: number) => ({ x: `2025-10-19 ${x} +0000 UTC`, y });

describe('throughput in words', () => {
  it('says from when to when, and how much at last, at most and on average', () => {
    const series = throughput({ throughput_vector: [point('18:33:05.000', 10), point('18:34:05.000', 25.5)] });
    expect(describeThroughput(series)).toBe(
      '2 values from 2025-10-19 18:33:05 UTC to 2025-10-19 18:34:05 UTC: 25.5 at last, 25.5 at most, 17.75 on average.',
    );
  });

  it('says nothing of nothing', () => {
    expect(describeThroughput(throughput({ throughput_vector: [] }))).toBe('');
  });

  it.each([
    [227.4412, '227.4'],
    [0, '0'],
    [123_456, '123,456'],
    [12_345_678, '12,350,000'],
    [0.000123456, '0.0001235'],
  ])('writes %d as %s', (value, text) => {
    expect(formatThroughput(value)).toBe(text);
  });
});
