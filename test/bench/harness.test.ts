import { afterEach, describe, expect, it, vi } from 'vitest';
import { measure, type Candidate } from './harness/compare.js';
import type { Effort } from './harness/effort.js';
import { measureSizes } from './harness/measure-sizes.js';
import { report } from './harness/report.js';

const effort: Effort = { samples: 3, sampleMs: 0, warmUpMs: 0, sizes: [10, 100], timeLimitMs: 60_000 };

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the harness of the benchmark', () => {
  it('measures all candidates equally often, in turns', async () => {
    const runs: string[] = [];
    const candidate = (name: string): Candidate => ({ name, run: () => runs.push(name) });
    const measured = await measure([candidate('a'), candidate('b')], effort);
    expect(measured.map(({ values }) => values.length)).toEqual([3, 3]);
    const inTurns = runs.slice(-6);
    for (let turn = 0; turn < 6; turn += 2) expect(inTurns.slice(turn, turn + 2).toSorted()).toEqual(['a', 'b']);
  });

  it('sets up before, tears down after, and prepares each run', async () => {
    let prepared = 0;
    const steps: string[] = [];
    const run = (): void => {
      prepared -= 1;
      if (prepared < 0) throw new Error('not prepared');
    };
    await measure(
      [
        {
          name: 'a',
          setUp: () => steps.push('up'),
          prepare: (runs) => (prepared = runs),
          run,
          tearDown: () => steps.push('down'),
        },
      ],
      effort,
    );
    expect(steps).toEqual(['up', 'down']);
  });

  it('waits for asynchronous work', async () => {
    let running = 0;
    const run = async (): Promise<void> => {
      running += 1;
      await Promise.resolve();
      expect(running).toBe(1);
      running -= 1;
    };
    const [measured] = await measure([{ name: 'a', run }], effort);
    expect(measured?.values).toHaveLength(3);
  });

  it('stops a candidate that takes too long, and continues with the others', async () => {
    const [stopped, other] = await measure(
      [
        { name: 'slow', run: burn },
        { name: 'quick', run: () => 0 },
      ],
      { ...effort, timeLimitMs: 100 },
    );
    expect(stopped?.stopped).toBe('stopped after 0.1 s');
    expect(other?.values).toHaveLength(3);
  });

  it('stops a candidate that takes too long to set up', async () => {
    const [stopped] = await measure(
      [
        {
          name: 'slow',
          setUp(timeLimit) {
            for (;;) timeLimit.check();
          },
          run: () => 0,
        },
      ],
      { ...effort, timeLimitMs: 10 },
    );
    expect(stopped).toMatchObject({ stopped: 'stopped after 0.01 s', values: [] });
  });

  it('skips larger sizes for a candidate that was stopped at a smaller size', async () => {
    const printed = vi.spyOn(console, 'log').mockReturnValue();
    const tried: number[] = [];
    await measureSizes(
      {
        title: 'work',
        candidatesOf: (size) => [
          { name: 'quick', run: () => 0 },
          { name: 'slow', setUp: () => tried.push(size), run: burn },
        ],
      },
      { ...effort, timeLimitMs: 100 },
    );
    expect(tried).toEqual([10]);
    expect(printed.mock.calls.flat().join('\n')).toContain('stopped after 0.1 s');
  });

  it('reports a missed target', () => {
    const printed = vi.spyOn(console, 'log').mockReturnValue();
    report('work', [
      { name: 'floor', values: [1, 1, 1] },
      { name: 'missed', values: [3, 3, 9], target: 2 },
      { name: 'met', values: [2, 2, 2], target: 2 },
    ]);
    const lines = printed.mock.calls.flat();
    expect(lines.find((line) => line.includes('missed'))).toMatch(/missed +3.00 ms +3.00 × +≤ 2.00 × missed/);
    expect(lines.find((line) => line.includes('met'))).not.toContain('missed');
  });
});

/** Uses the processor for a while. */
function burn(): void {
  const start = process.cpuUsage();
  while (process.cpuUsage(start).user < 60_000);
}
