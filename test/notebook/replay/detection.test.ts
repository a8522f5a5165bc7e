import { describe, expect, it } from 'vitest';
import type { ReplayedChange } from '../../../src/notebook/replay/change-log.js';
import { detectionsOf, type Detection } from '../../../src/notebook/replay/detection.js';

const TO = 1_000_000;
const WITHIN = 10_000;

/** A change that the fleet shows after `delayMs`, or misses. */
function changeOf(id: string, delayMs?: number, more: Partial<ReplayedChange> = {}): ReplayedChange {
  const ending = delayMs === undefined ? { outcome: 'missed' as const } : { outcome: 'seen' as const, delayMs };
  const change = { resource: 'database', id, field: 'state', from: 'active', to: 'passive', at: 0 } as const;
  return { ...change, kind: 'beginning', ...ending, ...more };
}

const detect = (changes: readonly ReplayedChange[], knownUntil = TO): Detection =>
  detectionsOf(changes, WITHIN, () => knownUntil, 1).all;

describe('detectionsOf', () => {
  it.each<[string, number, number]>([
    ['does not judge', WITHIN - 1, 0],
    ['judges', WITHIN, 3],
  ])('%s changes by their deadline, whatever their outcome', (_, knownUntil, judged) => {
    const all = [changeOf('a', 1), changeOf('a'), changeOf('a', undefined, { outcome: 'open', openUntil: knownUntil })];
    expect(detect(all, knownUntil).judged).toBe(judged);
  });

  it('counts outcomes and delays; a change that is never shown has an infinite delay', () => {
    const all = [WITHIN + 1, WITHIN, undefined].map((delayMs) => changeOf('a', delayMs));
    const open = changeOf('a', undefined, { outcome: 'open', openUntil: TO, at: TO });
    expect(detect([...all, open])).toEqual({
      ...{ changes: 4, seen: 2, missed: 1, open: 1, judged: 3, inTime: 1 },
      ...{ share: 1 / 3, medianMs: WITHIN + 1, p90Ms: Infinity },
    });
    expect(detect([])).toEqual({ changes: 0, seen: 0, missed: 0, open: 0, judged: 0, inTime: 0 });
  });

  it('takes the nearest rank of the delays', () => {
    const delays = [100, 2, 3, 90, 5, 6, 70, 8, 9, 10];
    expect(detect(delays.map((delayMs) => changeOf('a', delayMs)))).toMatchObject({ medianMs: 8, p90Ms: 90 });
  });
});

describe('the interval of a share', () => {
  const ids = ['a', 'b', 'c', 'd'];
  const inTime = ids.map((id) => changeOf(id, 1));
  const late = ids.map((id) => changeOf(id));
  const index = { resource: 'index' } as const;

  it.each<[string, readonly ReplayedChange[], Detection['interval']]>([
    ['is absent for changes of four resources', [...inTime, ...late], undefined],
    ['has the rule of three if all are in time', [...inTime, changeOf('a', 1, index)], [0.4, 1]],
    ['has the rule of three if all are late', [...late, changeOf('a', undefined, index)], [0, 0.6]],
  ])('%s', (_, changes, interval) => {
    expect(detect(changes).interval).toEqual(interval);
  });

  it('resamples resources and not changes, with the same result for a seed', () => {
    // Resource n has n changes, all in time or all late.
    const changes = Array.from({ length: 30 }, (_, nth) =>
      Array.from({ length: nth + 1 }, () => changeOf(`${nth}`, nth % 3 === 0 ? undefined : 1)),
    ).flat();
    const { share = 0, interval } = detect(changes);
    expect(share).toBeCloseTo(0.688, 3);
    expect(interval).toEqual([0.49333333333333335, 0.8644444444444445]);
    expect(detectionsOf(changes, WITHIN, () => TO, 2).all.interval).not.toEqual(interval);
  });
});
