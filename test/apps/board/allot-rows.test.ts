import { expect, it } from 'vitest';
import { allotRows } from '../../../src/apps/board/allot-rows.js';

it.each([
  [
    'all get what they can use',
    20,
    [
      [2, 5],
      [2, 4],
    ],
    [5, 4],
  ],
  [
    'what is left goes round',
    9,
    [
      [2, 9],
      [2, 9],
    ],
    [5, 4],
  ],
  [
    'the first ones get their least',
    5,
    [
      [3, 9],
      [3, 9],
      [2, 2],
    ],
    [3, 0, 2],
  ],
  [
    'who can use nothing gets nothing',
    9,
    [
      [1, 0],
      [2, 3],
    ],
    [0, 3],
  ],
  ['there may be none at all', 0, [[1, 2]], [0]],
])('%s', (_, available, demands, expected) => {
  const asked = demands.map(([least = 0, natural = 0]) => ({ least, natural }));
  expect(allotRows(available, asked)).toEqual(expected);
});
