import { describe, expect, it } from 'vitest';
import {
  describeMarks,
  marksBySample,
  marksOf,
} from '../../../../../src/apps/dashboard/page/detail/chart/chart-marks.js';
import { linesOf } from '../../../../../src/apps/dashboard/page/usage/sparkline.js';
import type { ActivityEntry } from '../../../../../src/format/activity.js';

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
