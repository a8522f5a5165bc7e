import stringWidth from 'fast-string-width';
import { describe, expect, it } from 'vitest';
import { createPalette } from '../../../src/apps/terminal/palette.js';
import { alignColumns, renderTable, type TableColumn } from '../../../src/apps/terminal/render-table.js';

const palette = createPalette({}, false);

const cells = (...texts: string[]) => texts.map((text) => ({ text }));

describe('alignColumns', () => {
  it('aligns columns in every script', () => {
    const names = ['plain', '日本語', 'नमस्ते', 'สวัสดี', 'שָׁלוֹם', 'e\u0301te\u0301', '👩‍👩‍👧'];
    const lines = alignColumns(names.map((name) => cells(name, '|')));
    expect(lines.map((line) => stringWidth(line.slice(0, line.indexOf('|'))))).toEqual(names.map(() => 8));
  });

  it('measures the text without its style', () => {
    const rows = [[{ text: 'a', style: (text: string) => `<${text}>` }, { text: 'b' }], cells('long', 'b')];
    expect(alignColumns(rows)).toEqual(['<a>     b', 'long  b']);
  });
});

const column = (
  at: number,
  heading: string,
  least: number | 'whole',
  more: Partial<TableColumn<readonly string[]>> = {},
): TableColumn<readonly string[]> => ({ heading, show: (row) => row[at] ?? '', least, ...more });

const ORDERS = [column(0, 'NAME', 6), column(1, 'COUNT', 5, { align: 'right' }), column(2, 'NOTE', 8)];
const rows = [
  ['sessions-of-all', '7', 'fine'],
  ['日本語', '1,024', 'so long that it is cut'],
];

describe('renderTable', () => {
  const linesOf = (columns: number, tableColumns = ORDERS, given = rows, isLive = true): readonly string[] =>
    renderTable(given, tableColumns, { columns, palette, isLive }).lines;

  it.each([
    [30, ['NAME           COUNT  NOTE    ', 'sessions-of-…      7  fine', '日本語         1,024  so long…']],
    [14, ['NAME     COUNT', 'sessio…      7', '日本語   1,024']],
  ])('cuts cells and leaves out the last columns in %d columns', (columns, lines) => {
    expect(linesOf(columns)).toEqual(lines);
  });

  it.each([
    [30, 'sessions  0123456789  7'],
    [21, 'sessi…  0123456789  7'],
    [17, 'sessions  7'],
  ])('leaves out a whole column that does not fit in %d columns, and shows the next that fits', (columns, line) => {
    const whole = [column(0, 'NAME', 6), column(1, 'ID', 'whole'), column(2, 'N', 1)];
    expect(linesOf(columns, whole, [['sessions', '0123456789', '7']])[1]).toBe(line);
  });

  it.each([
    [15, 'sessions  more'],
    [14, 'sessions'],
  ])('shows an extra column only if all before it have their full width: %d columns', (columns, line) => {
    const extra = [column(0, 'NAME', 6), column(1, 'EXTRA', 5, { isExtra: true })];
    expect(linesOf(columns, extra, [['sessions', 'more']])[1]).toBe(line);
  });

  it.each([0, 200_000])('shows the headings of a table of %d rows', (length) => {
    const given = Array.from({ length }, () => ['name']);
    expect(linesOf(40, ORDERS, given)).toHaveLength(1 + length);
  });

  it('names the hidden columns, and cuts the cells of a printed table', () => {
    const printed = renderTable([['x'.repeat(200), 'long']], [column(0, 'name', 6), column(1, 'note', 8)], {
      columns: 10,
      palette,
    });
    expect(printed).toEqual({ lines: ['NAME', `${'x'.repeat(9)}…`], hidden: ['note'] });
    expect(linesOf(Infinity, [column(0, 'name', 6)], [['x'.repeat(200)]], false)[1]).toHaveLength(80);
  });
});
