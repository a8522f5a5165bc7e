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

  it('drops a column that does not fit, and gives the remaining width to the first', () => {
    const demands = [
      { natural: 30, least: 10 },
      { natural: 5, least: 5 },
      { natural: 20, least: 20 },
    ];
    expect(fitColumns(demands, 25, 2)).toEqual([18, 5, 0]);
  });

  it('shows a column after one that does not fit', () => {
    const demands = [
      { natural: 10, least: 10 },
      { natural: 20, least: 20 },
      { natural: 5, least: 5 },
    ];
    expect(fitColumns(demands, 20, 2)).toEqual([10, 0, 5]);
  });

  it('always shows the first column', () => {
    expect(fitColumns([{ natural: 30, least: 10 }], 3, 2)).toEqual([10]);
  });

  it('never exceeds the available width with more than one column', () => {
    const demand = fc.record({ natural: fc.nat(60), least: fc.nat(60) });
    fc.assert(
      fc.property(fc.array(demand, { minLength: 1 }), fc.integer({ min: 1, max: 200 }), (demands, available) => {
        const widths = fitColumns(demands, available, 2);
        const shown = widths.filter((width) => width > 0);
        const taken = shown.reduce((sum, width) => sum + width + 2, -2);
        if (shown.length > 1) expect(taken).toBeLessThanOrEqual(available);
        widths.forEach((width, at) => expect(width).toBeLessThanOrEqual(demands[at]?.natural ?? 0));
      }),
    );
  });
});
