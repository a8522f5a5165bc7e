import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layoutBoard, allotRows, visibleRange } from '../../../src/apps/board/board-layout.js';

const demo = { databases: 5, indices: 3, limits: 10, log: 8 };

describe('layoutBoard', () => {
  it('shows every section on 80 by 24', () => {
    const { paneColumns, databases, indices, limits, log } = layoutBoard({ columns: 80, rows: 21 }, demo);
    expect(paneColumns).toEqual([80]);
    expect(databases).toBe(6);
    expect(Math.min(indices, limits, log)).toBeGreaterThanOrEqual(3);
  });

  it('stays within the lines and the columns of the terminal', () => {
    const amount = fc.nat({ max: 300 });
    const few = fc.option(fc.nat({ max: 8 }), { nil: undefined });
    const content = fc.record({
      alerts: few,
      databases: amount,
      indices: amount,
      limits: fc.nat({ max: 10 }),
      log: amount,
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 100 }),
        content,
        (columns, rows, items) => {
          const { paneColumns, alerts, databases, indices, limits, log, isSpaced } = layoutBoard(
            { columns, rows },
            items,
          );
          const below = paneColumns.length === 1 ? limits + log : Math.max(limits, log);
          const gaps = isSpaced ? 3 : 0;
          expect(alerts + databases + indices + below + gaps).toBeLessThanOrEqual(rows);
          expect(paneColumns.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(columns);
        },
      ),
    );
  });
});

describe('allotRows', () => {
  it.each([
    [
      'gives each section its maximum if there are enough lines',
      20,
      [
        [2, 5],
        [2, 4],
      ],
      [5, 4],
    ],
    [
      'distributes the remaining lines in turn',
      9,
      [
        [2, 9],
        [2, 9],
      ],
      [5, 4],
    ],
    [
      'gives the first sections their minimum if there are too few lines',
      5,
      [
        [3, 9],
        [3, 9],
        [2, 2],
      ],
      [3, 0, 2],
    ],
    [
      'gives no line to a section without content',
      9,
      [
        [1, 0],
        [2, 3],
      ],
      [0, 3],
    ],
    ['gives no lines if there are none', 0, [[1, 2]], [0]],
  ])('%s', (_, available, demands, expected) => {
    const asked = demands.map(([min = 0, max = 0]) => ({ min, max }));
    expect(allotRows(available, asked)).toEqual(expected);
  });
});

it.each([
  ['all rows if they fit', 3, 5, 1, [0, 3]],
  ['the first rows for the first selected row', 10, 4, 0, [0, 4]],
  ['the rows around the selected row', 10, 4, 5, [3, 7]],
  ['the last rows for the last selected row', 10, 4, 9, [6, 10]],
  ['no rows in a window of size 0', 10, 0, 3, [3, 3]],
  ['no rows of an empty list', 0, 4, 0, [0, 0]],
])('visibleRange returns %s', (_, count, size, selected, [first, end]) => {
  expect(visibleRange(count, size, selected)).toEqual({ first, end });
});
