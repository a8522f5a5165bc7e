import { expect, it } from 'vitest';
import { visibleRange } from '../../../src/apps/board/board-layout.js';

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
