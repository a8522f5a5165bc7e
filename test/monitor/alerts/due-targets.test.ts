import { expect, it } from 'vitest';
import { DueTargets } from '../../../src/monitor/alerts/due-targets.js';

it('returns each target once, when its time has come, and tells the next time', () => {
  const due = new DueTargets();
  const takenAt = (now: number): readonly unknown[] => {
    const taken: string[] = [];
    due.take(now, (kind, id) => taken.push(`${kind} ${id}`));
    return [taken, due.nextAt];
  };
  due.set('index', 'a', 200);
  due.set('database', 'a', 100);
  due.set('database', 'b', 150);
  due.set('fleet', '', 300);
  due.set('database', 'b', Infinity);
  expect(takenAt(99)).toEqual([[], 100]);
  expect(takenAt(100)).toEqual([['database a'], 200]);
  due.set('index', 'a', 400);
  expect(takenAt(300)).toEqual([['fleet '], 400]);
  due.set('index', 'a', 350);
  expect(takenAt(1000)).toEqual([['index a'], Infinity]);
});
