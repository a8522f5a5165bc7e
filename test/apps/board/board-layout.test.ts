import { expect, it } from 'vitest';
import { layoutBoard, visibleRange } from '../../../src/apps/board/board-view.js';

it.each([
  ['the pane the lines that the list leaves', 20, 8, false, { list: 8, pane: 12 }],
  ['a long list all lines', 20, 60, false, { list: 20, pane: 0 }],
  ['an opened pane its share of a long list', 20, 60, true, { list: 12, pane: 8 }],
  ['an opened pane the lines that a short list leaves', 20, 5, true, { list: 5, pane: 15 }],
  ['a small screen to the list', 5, 9, true, { list: 5, pane: 0 }],
  ['nothing without lines', 0, 9, true, { list: 0, pane: 0 }],
])('layoutBoard gives %s', (_, rows, listLines, isPaneAsked, expected) => {
  expect(layoutBoard(rows, listLines, { isPaneAsked })).toEqual(expected);
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
