import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitColumns } from '../../../src/apps/terminal/fit-columns.js';

describe('fitColumns', () => {
  it('gives each column its natural width if the width is unlimited', () => {
    expect(
      fitColumns(
        [
          { natural: 30, least: 10 },
          { natural: 5, least: 8 },
        ],
        Infinity,
        2,
      ),
    ).toEqual([30, 5]);
  });

  it('drops the last columns, and gives the remaining width to the first', () => {
    const demands = [
      { natural: 30, least: 10 },
      { natural: 5, least: 5 },
      { natural: 20, least: 20 },
    ];
    expect(fitColumns(demands, 25, 2)).toEqual([18, 5]);
  });

  it('always shows the first column', () => {
    expect(fitColumns([{ natural: 30, least: 10 }], 3, 2)).toEqual([10]);
  });

  it('never exceeds the available width with more than one column', () => {
    const demand = fc.record({ natural: fc.nat(60), least: fc.nat(60) });
    fc.assert(
      fc.property(fc.array(demand, { minLength: 1 }), fc.integer({ min: 1, max: 200 }), (demands, available) => {
        const widths = fitColumns(demands, available, 2);
        const taken = widths.reduce((sum, width) => sum + width + 2, -2);
        if (widths.length > 1) expect(taken).toBeLessThanOrEqual(available);
        widths.forEach((width, at) => expect(width).toBeLessThanOrEqual(demands[at]?.natural ?? 0));
      }),
    );
  });
});
