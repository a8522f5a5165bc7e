import stringWidth from 'fast-string-width';
import { describe, expect, it } from 'vitest';
import { alignColumns, fitColumns } from '../../../src/apps/terminal/align-columns.js';

const cells = (...texts: string[]) => texts.map((text) => ({ text }));

describe('alignColumns', () => {
  it('aligns columns in every script', () => {
    const names = ['plain', '日本語', 'नमस्ते', 'สวัสดี', 'שָׁלוֹם', 'e\u0301te\u0301', '👩‍👩‍👧'];
    const lines = alignColumns(
      names.map((name) => cells(name, '|')),
      '  ',
    );
    expect(lines.map((line) => stringWidth(line.slice(0, line.indexOf('|'))))).toEqual(names.map(() => 8));
  });

  it('right-aligns numbers, and adds no space at the end of a line', () => {
    const rows = [cells('a', 'long'), cells('bb', 'x')].map((row, at) => [
      { text: `${10 ** at}`, align: 'right' as const },
      ...row,
    ]);
    expect(alignColumns(rows, ' ')).toEqual([' 1 a  long', '10 bb x']);
  });

  it('measures the text without its style', () => {
    const rows = [[{ text: 'a', style: (text: string) => `<${text}>` }, { text: 'b' }], cells('long', 'b')];
    expect(alignColumns(rows, ' ')).toEqual(['<a>    b', 'long b']);
  });
});

describe('fitColumns', () => {
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
});
