import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildWorker } from '../support/build-worker.js';
import { recordFigures } from '../support/figures.js';
import { scaled } from '../support/scale.js';
import type { Month } from './month/month.js';

const SEEDS = scaled({ short: [1], long: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] });
const SIZE = { databases: 1000, indices: 50 };

const months = new Map<number, Month>();

beforeAll(async () => {
  // Built as published: Vitest turns each use of an import into a call, which doubles the time of a poll.
  const program = await buildWorker('test/prove/month/month-worker.ts');
  // One after the other, for more than an hour, so that other checks can use the second core.
  for (const seed of SEEDS) {
    const worker = new Worker(program, { workerData: { seed, ...SIZE } });
    const [month] = (await once(worker, 'message')) as [Month];
    months.set(seed, month);
  }
}, 7_200_000);

describe('a month of 1,000 databases and 50 indices', () => {
  test.each(SEEDS)('keeps every rule, and reports what happens and nothing else (seed %i)', (seed) => {
    const month = months.get(seed) as Month;
    const { script, violations, states, alerts, sequence } = month;
    expect(violations).toEqual([]);
    expect(Object.fromEntries(states)).toEqual(Object.fromEntries(script.states));
    expect(sequence).toEqual(sequence.map((_, place) => place + 1));
    const expected = [...script.alerts].filter(([, kinds]) => kinds.length > 0);
    expect(Object.fromEntries(alerts)).toEqual(Object.fromEntries(expected));
    expect(month.knownIds.toSorted()).toEqual(script.knownIds.toSorted());
    expect(month.timersLeft).toBe(0);
    // Otherwise the month was too quiet to prove anything.
    expect(sequence.length).toBeGreaterThan(500);
    expect(Math.min(month.kills, month.restarts, month.repeated, month.held)).toBeGreaterThan(2);
    expect(month.checks).toBeGreaterThan(100);
    recordFigures({
      tried:
        `${month.requests} requests, ${sequence.length} transitions, ${month.events} events, ${month.kills} kills, ` +
        `${month.restarts} restarts, ${month.checks} checks of the whole fleet`,
      lost: `nothing; ${month.repeated} events were delivered again`,
    });
  });
});
