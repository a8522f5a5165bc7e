import { describe, expect, it } from 'vitest';
import {
  describeThroughput,
  formatThroughput,
} from '../../../../../src/apps/dashboard/page/detail/throughput-words.js';
import { throughputOf } from '../../../../../src/core/limits/throughput.js';

const point = (x: string, y: number) => ({ x: `2025-10-19 ${x} +0000 UTC`, y });

describe('describeThroughput and formatThroughput', () => {
  it('describe the period and the latest, peak and mean value', () => {
    const series = throughputOf({ throughput_vector: [point('18:33:05.000', 10), point('18:34:05.000', 25.5)] });
    expect(describeThroughput(series)).toBe(
      '2 values from 19 Oct 2025, 18:33:05 to 19 Oct 2025, 18:34:05: latest 25.5, peak 25.5, mean 17.75.',
    );
  });

  it('return an empty text without points', () => {
    expect(describeThroughput(throughputOf({ throughput_vector: [] }))).toBe('');
  });

  it.each([
    [227.4412, '227.4'],
    [0, '0'],
    [123_456, '123,456'],
    [12_345_678, '12,350,000'],
    [0.000123456, '0.0001235'],
  ])('format %d as %s', (value, text) => {
    expect(formatThroughput(value)).toBe(text);
  });
});
