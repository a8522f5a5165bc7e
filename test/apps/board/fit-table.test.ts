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

  it('leaves out a whole column that does not fit, and shows the next that fits', () => {
    const columns = [
      { heading: 'NAME', min: 6 },
      { heading: 'ID', min: 'whole' },
      { heading: 'N', min: 1 },
    ] as const;
    const cells = [[{ text: 'sessions' }, { text: '0123456789' }, { text: '7' }]];
    const lines = (width: number): string[] => fitTable(columns, cells, { columns: width, palette });
    expect(lines(30)[1]).toBe('sessions  0123456789  7');
    expect(lines(21)[1]).toBe('sessi…  0123456789  7');
    expect(lines(17)[1]).toBe('sessions  7');
  });

  it('shows an extra column only if all columns before it have their full width', () => {
    const columns = [
      { heading: 'NAME', min: 6 },
      { heading: 'EXTRA', min: 5, isExtra: true },
    ] as const;
    const cells = [[{ text: 'sessions' }, { text: 'more' }]];
    const lines = (width: number): string[] => fitTable(columns, cells, { columns: width, palette });
    expect(lines(15)[1]).toBe('sessions  more');
    expect(lines(14)[1]).toBe('sessions');
  });

  it('shows the headings of a table without rows', () => {
    expect(fitTable(COLUMNS, [], { columns: 40, palette })).toHaveLength(1);
  });
});
