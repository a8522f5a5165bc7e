import stringWidth from 'fast-string-width';
import { alignColumns, type Cell, fitColumns } from '../terminal/align-columns.js';
import { cutText } from '../terminal/wrap-text.js';
import type { RenderOptions } from '../terminal/palette.js';

export interface BoardColumn {
  readonly heading: string;
  /** The minimum width, in terminal columns. `whole`: the column is never cut, but left out if it does not fit. */
  readonly min: number | 'whole';
  readonly align?: 'right';
  /** The column is shown only if all columns before it have their full width. */
  readonly isExtra?: true;
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
  const demands = columns.map(({ heading, min }, at) => {
    const widest = Math.max(heading.length, ...rows.map((row) => stringWidth(row[at]?.text ?? '')));
    if (min === 'whole') return { natural: widest, least: widest };
    return { natural: Math.max(min, widest), least: Math.max(min, heading.length) };
  });
  let fullWidth = 0;
  const wanted = demands.flatMap(({ natural, least }, at) => {
    const fits = fullWidth + least <= available;
    fullWidth += natural + GAP.length;
    return columns[at]?.isExtra && !fits ? [] : [{ at, natural, least }];
  });
  const widths = fitColumns(wanted, available, GAP.length);
  const shown = wanted.map(({ at }, place) => ({ at, width: widths[place] ?? 0 })).filter(({ width }) => width > 0);
  const cell = (at: number, width: number, { text, style }: Cell): Cell => {
    const cut = cutText(text, width);
    const align = columns[at]?.align;
    return { text: cut, ...(style && { style }), ...(align && { align }) };
  };
  const heading = shown.map(({ at, width }) => ({
    // Padded, so that a column keeps its width even if all its cells are shorter.
    ...cell(at, width, { text: (columns[at]?.heading ?? '').padEnd(columns[at]?.align ? 0 : width) }),
    style: at === 0 ? palette.bold : palette.dim,
  }));
  return alignColumns(
    [heading, ...rows.map((row) => shown.map(({ at, width }) => cell(at, width, row[at] ?? EMPTY)))],
    GAP,
  );
}

const EMPTY: Cell = { text: '' };
