import { fork } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { buildWorker } from '../support/build-worker.js';
import type { Costs } from './cost-worker.js';
import type { Cost } from './meters.js';

/*
 * Costs that must not grow. The tests count and do not measure time: the counts are the same on a slow or busy machine.
 * A bound is the count plus about a tenth. A commit that raises a bound says why.
 */

const SMALL = 100;
const LARGE = 1000;

const GROWTH = 1.2;

/** The bytes that the growth of a table may add to each run: larger fleets have larger tables. */
const TABLES = 5000;

const file = await buildWorker('test/costs/cost-worker.ts');
const [small, large] = await Promise.all([costsOf(file, SMALL), costsOf(file, LARGE)]);

const bounds: Readonly<Record<keyof Costs, { calls: number; promises: number; kilobytes: number; parsed: number }>> = {
  'a poll, same text': { calls: 380, promises: 38, kilobytes: 48, parsed: 0 },
  'a poll, equal record': { calls: 420, promises: 38, kilobytes: 49, parsed: 1600 },
  'a poll, one field changed': { calls: 455, promises: 38, kilobytes: 50, parsed: 1600 },
  'a poll, one field changed, and the summary': { calls: 485, promises: 38, kilobytes: 52, parsed: 1600 },
  'a subscription and its end': { calls: 115, promises: 1, kilobytes: 3.2, parsed: 0 },
  'an index of a list, 1 % changed': { calls: 60, promises: 1, kilobytes: 10, parsed: 20 },
  // Includes the cost of advancing the virtual time.
  'a poll by the scheduler': { calls: 468, promises: 130, kilobytes: 64, parsed: 0 },
};

describe.each(Object.entries(bounds))('%s', (name, bound) => {
  const of = (costs: Costs): Cost => costs[name as keyof Costs];

  it('costs at most its bound', () => {
    expect(of(small).calls).toBeLessThanOrEqual(bound.calls);
    expect(of(small).promises).toBeLessThanOrEqual(bound.promises);
    expect(of(small).bytes / 1000).toBeLessThanOrEqual(bound.kilobytes);
    expect(of(small).parsed).toBeLessThanOrEqual(bound.parsed);
    // A broken counter would report too little.
    expect(of(small).calls).toBeGreaterThan(bound.calls / 2);
    expect(of(small).promises).toBeGreaterThanOrEqual(Math.floor(bound.promises / 2));
    expect(of(small).parsed).toBeGreaterThanOrEqual(bound.parsed / 2);
    expect(of(small).bytes / 1000).toBeGreaterThan(bound.kilobytes / 3);
  });

  it('costs the same in a fleet of ten times the size', () => {
    expect(of(large).calls).toBeLessThanOrEqual(of(small).calls * GROWTH);
    expect(of(large).promises).toBeLessThanOrEqual(of(small).promises * GROWTH);
    expect(of(large).bytes).toBeLessThanOrEqual(of(small).bytes * GROWTH + TABLES);
  });
});

/**
 * Measures in an engine that compiles each function once, and allocates its own data for the function at the first call,
 * so that every run allocates the same. The young generation is large enough for no garbage collection.
 */
async function costsOf(file: string, size: number): Promise<Costs> {
  const ended = new AbortController();
  const worker = fork(file, [String(size)], {
    env: { ...process.env, NODE_ENV: 'production' },
    execArgv: ['--no-opt', '--no-sparkplug', '--no-lazy-feedback-allocation', '--max-semi-space-size=256'],
  });
  worker.once('exit', () => ended.abort(new Error('The worker ended without a result.')));
  const [costs] = (await once(worker, 'message', ended)) as [Costs];
  return costs;
}
