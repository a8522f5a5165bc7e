import stringWidth from 'fast-string-width';
import { alignColumns, type Cell } from '../terminal/align-columns.js';
import { cutText } from '../terminal/cut-text.js';
import { fitColumns } from '../terminal/fit-columns.js';
import type { RenderOptions } from '../terminal/render-options.js';

/** A column of a table on the board. */
export interface BoardColumn {
  readonly heading: string;
  /** The minimum width, in terminal columns. */
  readonly min: number;
  readonly align?: 'right';
}

const GAP = '  ';

/**
 * Renders a table with as many columns as fit: a line of headings, then one line for each row.
 *
 * @param columns the most important column first
 * @param rows printable text; the style of a cell applies after the text is cut
 */
export function fitTable(
  columns: readonly BoardColumn[],
  rows: readonly (readonly Cell[])[],
  { columns: available, palette }: RenderOptions,
): string[] {
  const demands = columns.map(({ heading, min }, at) => ({
    natural: Math.max(min, heading.length, ...rows.map((row) => stringWidth(row[at]?.text ?? ''))),
    least: Math.max(min, heading.length),
  }));
  const widths = fitColumns(demands, available, GAP.length);
  const cell = (at: number, width: number, { text, style }: Cell): Cell => {
    // All cells of a column have its width and alignment.
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
