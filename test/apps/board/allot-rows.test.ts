import { describe, expect, it } from 'vitest';
import { allotRows } from '../../../src/apps/board/allot-rows.js';

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
