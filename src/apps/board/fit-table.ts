import stringWidth from 'fast-string-width';
import { alignColumns, type Cell } from '../terminal/align-columns.js';
import { cutText } from '../terminal/cut-text.js';
import { fitColumns } from '../terminal/fit-columns.js';
import type { RenderOptions } from '../terminal/render-options.js';

/** A column of a table on the board. */
export interface BoardColumn {
  readonly heading: string;
  /** It is not cut to less than this. */
  readonly least: number;
  readonly align?: 'right';
}

const GAP = '  ';

/**
 * A table of as many columns as fit, one line a row, its headings first.
 *
 * @param columns the most important one first.
 * @param rows printable text; its style comes on after it was cut.
 */
export function fitTable(
  columns: readonly BoardColumn[],
  rows: readonly (readonly Cell[])[],
  { columns: available, palette }: RenderOptions,
): string[] {
  const demands = columns.map(({ heading, least }, at) => ({
    natural: Math.max(least, heading.length, ...rows.map((row) => stringWidth(row[at]?.text ?? ''))),
    least: Math.max(least, heading.length),
  }));
  const widths = fitColumns(demands, available, GAP.length);
  const cell = (at: number, width: number, { text, style }: Cell): Cell => {
    // Every column as wide in each row: a table that jumps cannot be read.
    const cut = cutText(text, width);
    const align = columns[at]?.align;
    return { text: cut, ...(style && { style }), ...(align && { align }) };
  };
  const heading = widths.map((width, at) => ({
    ...cell(at, width, { text: (columns[at]?.heading ?? '').padEnd(columns[at]?.align ? 0 : width) }),
    style: at === 0 ? palette.bold : palette.dim,
  }));
  return alignColumns(
    [heading, ...rows.map((row) => widths.map((width, at) => cell(at, width, row[at] ?? EMPTY)))],
    GAP,
  );
}

const EMPTY: Cell = { text: '' };
