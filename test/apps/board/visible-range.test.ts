import { expect, it } from 'vitest';
import { visibleRange } from '../../../src/apps/board/visible-range.js';

it.each([
  ['all, where there is room', 3, 5, 1, [0, 3]],
  ['the first ones', 10, 4, 0, [0, 4]],
  ['those around the selected one', 10, 4, 5, [3, 7]],
  ['the last ones', 10, 4, 9, [6, 10]],
  ['nothing, through no window', 10, 0, 3, [3, 3]],
  ['nothing, of nothing', 0, 4, 0, [0, 0]],
])('shows %s', (_, count, size, selected, [first, end]) => {
  expect(visibleRange(count, size, selected)).toEqual({ first, end });
});
