import { describe, expect, it } from 'vitest';
import { fitTable } from '../../../src/apps/board/fit-table.js';
import { createPalette } from '../../../src/apps/terminal/palette.js';

const palette = createPalette({}, false);

const COLUMNS = [
  { heading: 'NAME', min: 6 },
  { heading: 'COUNT', min: 5, align: 'right' },
  { heading: 'NOTE', min: 8 },
] as const;

const rows = [
  [{ text: 'sessions-of-all' }, { text: '7' }, { text: 'fine' }],
  [{ text: '日本語' }, { text: '1,024' }, { text: 'so long that it is cut' }],
];

const render = (columns: number): string[] => fitTable(COLUMNS, rows, { columns, palette });

describe('fitTable', () => {
  it('cuts cells to the width of their column', () => {
    expect(render(30)).toEqual([
      'NAME           COUNT  NOTE    ',
      'sessions-of-…      7  fine',
      '日本語         1,024  so long…',
    ]);
  });

  it('leaves out the last columns if their minimum width does not fit', () => {
    expect(render(14)).toEqual(['NAME     COUNT', 'sessio…      7', '日本語   1,024']);
  });

  it('shows the headings of a table without rows', () => {
    expect(fitTable(COLUMNS, [], { columns: 40, palette })).toHaveLength(1);
  });
});
