import { describe, expect, it } from 'vitest';
import type { VectorIndex } from '../../../src/core/records/vector-index.js';
import { parseTimestamp, throughputOf } from '../../../src/core/limits/throughput.js';

const of = (series: unknown) => throughputOf({ throughput_vector: series } as VectorIndex);
const at = (seconds: number): number => Date.UTC(2025, 9, 19, 18, 33, seconds);
const time = (seconds: number): string => `2025-10-19 18:33:0${seconds}.000 +0000 UTC`;

describe('throughput', () => {
  it('returns points by time, the latest, the peak and the mean, and the same object for the same series', () => {
    const series = [
      { x: time(3), y: 20 },
      { x: time(1), y: 10 },
      { x: time(2), y: 60 },
    ];
    expect(of(series)).toBe(of(series));
    expect(of([...series])).not.toBe(of(series));
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

  it('returns no points without an index, and for a series that is empty, missing or no list, the latter with drift', () => {
    const nothing = { points: [], latest: undefined, peak: undefined, mean: undefined };
    expect(of([])).toEqual(nothing);
    expect(throughputOf(undefined)).toEqual(nothing);
    const driftOf = (series: unknown) => of(series).drift?.map(({ path, kind }) => `${path} ${kind}`);
    expect(driftOf(undefined)).toEqual(['throughput_vector missing']);
    for (const series of [null, {}]) expect(driftOf(series)).toEqual(['throughput_vector wrong-type']);
  });

  it('lists unreadable points as drift without their values, and reads the rest', () => {
    const series = [
      { x: 'canary', y: 1 },
      { x: time(1), y: '2' },
      { x: time(2), y: 3 },
      null,
      { x: time(4), y: Infinity },
    ];
    const { points, drift, latest } = of(series);
    expect(points).toEqual([{ at: at(2), value: 3 }]);
    expect(latest).toBe(3);
    expect(drift?.map(({ path, kind }) => [path, kind])).toEqual([
      ['throughput_vector[0].x', 'wrong-type'],
      ['throughput_vector[1].y', 'wrong-type'],
      ['throughput_vector[3].x', 'missing'],
      ['throughput_vector[3].y', 'missing'],
      ['throughput_vector[4].y', 'wrong-type'],
    ]);
    expect(JSON.stringify(drift)).not.toContain('canary');
  });
});

const second = Date.UTC(2025, 9, 19, 18, 33, 5);

describe('parseTimestamp', () => {
  it.each([
    ['2025-10-19 18:33:05.244068975 +0000 UTC', second + 244.068975],
    ['2025-10-19 18:33:05 +0000 UTC', second],
    ['2025-10-19 18:33:05 +0000 UTC m=+0.000012345', second],
    ['2025-10-20 00:03:05.5 +0530 IST', second + 500],
    ['2025-10-20 00:03:05 +05:30 IST', second],
    ['2025-10-19 11:33:05.000000001 -0700 PDT', second + 0.000001],
    ['2025-10-19T18:33:05.244Z', second + 244],
    ['0001-01-01 00:00:00 +0000 UTC', -62_135_596_800_000],
    ['9999-12-31 23:59:59.999 +0000 UTC', Date.UTC(9999, 11, 31, 23, 59, 59, 999)],
  ])('reads %s', (text, expected) => expect(parseTimestamp(text)).toBe(expected));

  it.each([
    ['2025-02-29 00:00:00 +0000 UTC'],
    ['2025-13-01 00:00:00 +0000 UTC'],
    ['2025-10-19 24:00:00 +0000 UTC'],
    ['2025-10-19 18:33:05'],
    ['2025-10-19 18:33:05 +0000 UTC\n2025-10-19 18:33:05 +0000 UTC'],
    ['2025-10-19 18:33:05 +2400 XXX'],
    [''],
  ])('does not read %j', (text) => expect(parseTimestamp(text)).toBeUndefined());
});
