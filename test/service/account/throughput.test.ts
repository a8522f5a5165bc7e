import { describe, expect, it } from 'vitest';
import { throughputAt } from '../../../src/service/account/throughput.js';

const CREATED = Date.UTC(2025, 9, 19, 18, 33, 5);
const MINUTE = 60_000;
const index = { id: 'a', creation_time: CREATED / 1000, max_query_per_second: 100 };

describe('throughputAt', () => {
  it('formats times as api.md does, one minute apart, up to now', () => {
    const times = throughputAt(index, CREATED + 90 * MINUTE).map(({ x }) => x);
    expect([times[0], times[1], times.at(-1)]).toEqual([
      '2025-10-19 19:04:05.000 +0000 UTC',
      '2025-10-19 19:05:05.000 +0000 UTC',
      '2025-10-19 20:03:05.000 +0000 UTC',
    ]);
    const withMilliseconds = throughputAt({ ...index, creation_time: 1760898785.244 }, 1760898785244);
    expect(withMilliseconds[0]?.x).toBe('2025-10-19 18:33:05.244 +0000 UTC');
  });

  it('never changes earlier points', () => {
    const earlier = throughputAt(index, CREATED + 70 * MINUTE);
    const later = throughputAt(index, CREATED + 71 * MINUTE);
    expect(later.slice(0, -1)).toEqual(earlier.slice(1));
  });

  it('stays between 0 and the limit of queries, and differs between indices', () => {
    const values = throughputAt(index, CREATED + 1000 * MINUTE).map(({ y }) => y);
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...values)).toBeLessThan(100);
    expect(new Set(values).size).toBeGreaterThan(30);
    expect(throughputAt({ ...index, id: 'b' }, CREATED + 1000 * MINUTE).map(({ y }) => y)).not.toEqual(values);
  });

  it.each([[{ creation_time: 'soon' }], [{ creation_time: -1e300 }], [{ max_query_per_second: -5 }]])(
    'returns a series for the staged record %o',
    (staged) => {
      const points = throughputAt({ ...index, ...staged }, CREATED + 5 * MINUTE);
      expect(points.length).toBeLessThanOrEqual(60);
      for (const { x, y } of points)
        expect([x, Number.isFinite(y)]).toEqual([expect.stringMatching(/ \+0000 UTC$/), true]);
    },
  );
});
