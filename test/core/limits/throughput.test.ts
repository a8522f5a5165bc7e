import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VectorIndex } from '../../../src/core/records/vector-index.js';
import { throughputOf } from '../../../src/core/limits/throughput.js';
import { throughputAt } from '../../../src/service/account/throughput.js';

const of = (series: unknown) => throughputOf({ throughput_vector: series } as VectorIndex);
const at = (seconds: number): number => Date.UTC(2025, 9, 19, 18, 33, seconds);
const time = (seconds: number): string => `2025-10-19 18:33:0${seconds}.000 +0000 UTC`;

describe('throughput', () => {
  it('returns points by time, the latest, the peak and the mean', () => {
    const series = [
      { x: time(3), y: 20 },
      { x: time(1), y: 10 },
      { x: time(2), y: 60 },
    ];
    expect(of(series)).toEqual({
      points: [
        { at: at(1), value: 10 },
        { at: at(2), value: 60 },
        { at: at(3), value: 20 },
      ],
      latest: 20,
      peak: 60,
      mean: 30,
    });
  });

  it('accepts negative values', () => {
    expect(of([{ x: time(1), y: -5 }])).toMatchObject({ latest: -5, peak: -5, mean: -5 });
  });

  it('returns no latest, peak and mean for an empty series or without an index', () => {
    const nothing = { points: [], latest: undefined, peak: undefined, mean: undefined };
    expect(of([])).toEqual(nothing);
    expect(throughputOf(undefined)).toEqual(nothing);
  });

  it('lists unreadable points as drift without their values, and reads the rest', () => {
    const series = [
      { x: 'canary', y: 1 },
      { x: time(1), y: '2' },
      { x: time(2), y: 3 },
      { x: time(3) },
      null,
      { x: time(4), y: Infinity },
      { y: 7 },
    ];
    const { points, drift, latest } = of(series);
    expect(points).toEqual([{ at: at(2), value: 3 }]);
    expect(latest).toBe(3);
    expect(drift?.map(({ path, kind }) => [path, kind])).toEqual([
      ['throughput_vector[0].x', 'wrong-type'],
      ['throughput_vector[1].y', 'wrong-type'],
      ['throughput_vector[3].y', 'missing'],
      ['throughput_vector[4].x', 'missing'],
      ['throughput_vector[4].y', 'missing'],
      ['throughput_vector[5].y', 'wrong-type'],
      ['throughput_vector[6].x', 'missing'],
    ]);
    expect(JSON.stringify(drift)).not.toContain('canary');
  });

  it.each([
    [undefined, 'missing'],
    [null, 'wrong-type'],
    ['x', 'wrong-type'],
    [{}, 'wrong-type'],
    [5, 'wrong-type'],
  ])('has drift for the series %o', (series, kind) => {
    expect(of(series)).toMatchObject({ points: [], drift: [{ path: 'throughput_vector', kind }] });
  });

  it('limits the length of the drift', () => {
    expect(of(Array.from({ length: 1000 }, () => 0)).drift).toHaveLength(100);
  });

  it('reads series of any length', () => {
    const series = Array.from({ length: 200_000 }, () => ({ x: time(1), y: 1 }));
    expect(of(series)).toMatchObject({ peak: 1, mean: 1 });
  });

  it('returns the same result for the same series, also of another record', () => {
    const series = [{ x: time(1), y: 1 }];
    expect(of(series)).toBe(of(series));
    expect(of([...series])).not.toBe(of(series));
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.record({ x: fc.jsonValue(), y: fc.jsonValue() })), (one, many) => {
        expect(of(one).points.length).toBeGreaterThanOrEqual(0);
        expect(of(many).points.length + (of(many).drift?.length ?? 0)).toBeGreaterThanOrEqual(Math.min(many.length, 1));
      }),
      { numRuns: 2000 },
    );
  });

  it('reads the series of the local service', () => {
    const now = Date.UTC(2026, 0, 1, 1);
    const written = throughputAt({ id: 'a', creation_time: now / 1000 - 600, max_query_per_second: 100 }, now);
    const read = of(written);
    expect(read).not.toHaveProperty('drift');
    expect(read.points.map((point) => point.at)).toEqual(written.map((_, minute) => now - 600_000 + minute * 60_000));
  });
});
