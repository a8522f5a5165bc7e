import { describe, expect, it } from 'vitest';
import { sparkPaths, splitAtGaps } from '../../../../../src/apps/dashboard/page/usage/spark-path.js';

const MINUTE = 60_000;

function pointsAt(minutes: readonly number[], used = (minute: number): number => minute) {
  return minutes.map((minute) => ({ at: minute * MINUTE, used: used(minute) }));
}

const frame = { width: 100, height: 20, limit: undefined };

describe('sparkPaths', () => {
  it('draws one line from the left to the right edge', () => {
    const { line } = sparkPaths(pointsAt([0, 1, 2]), frame);
    expect(line).toBe('M0 18.5L50 10L100 1.5');
  });

  it('shows missing readings as a gap', () => {
    const { line, area } = sparkPaths(pointsAt([0, 1, 2, 3, 9, 10]), frame);
    expect(line.match(/M/g)).toHaveLength(2);
    expect(area.match(/Z/g)).toHaveLength(2);
  });

  it('draws a single reading between two gaps', () => {
    expect(sparkPaths(pointsAt([0, 1, 2, 8, 14, 15, 16]), frame).line).toMatch(/M50 [\d.]+h1M/);
  });

  it('does not enlarge noise', () => {
    const noise = pointsAt([0, 1, 2], (minute) => 500 + (minute % 2));
    const heights = [...sparkPaths(noise, { ...frame, limit: 1000 }).line.matchAll(/ ([\d.]+)/g)].map(([, y]) =>
      Number(y),
    );
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(1);
  });

  it('shows the limit only if the use comes near it', () => {
    expect(sparkPaths(pointsAt([0, 1, 2]), { ...frame, limit: 1000 }).limitY).toBeUndefined();
    expect(sparkPaths(pointsAt([0, 5, 10]), { ...frame, limit: 9 }).limitY).toBeGreaterThan(0);
  });

  it('draws a day with a point a minute in at most one point a pixel', () => {
    const day = pointsAt(Array.from({ length: 1440 }, (_, minute) => minute));
    expect(sparkPaths(day, frame).line.match(/L/g)?.length).toBeLessThan(100);
  });
});

describe('splitAtGaps', () => {
  it('keeps readings together that are a little late', () => {
    expect(splitAtGaps(pointsAt([0, 1, 2, 4, 5]))).toHaveLength(1);
    expect(splitAtGaps([])).toEqual([]);
  });
});
