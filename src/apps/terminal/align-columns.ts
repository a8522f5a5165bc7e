import stringWidth from 'fast-string-width';
import type { Style } from './palette.js';

/** A cell of a table: printable text on one line. The style is applied after the width is measured. */
export interface Cell {
  readonly text: string;
  readonly style?: Style;
  /** @default 'left' */
  readonly align?: 'left' | 'right';
}

/**
 * Aligns rows of cells in columns that are `gap` apart, one line per row. A left-aligned last cell is not padded.
 * Counts terminal columns, also in scripts with combining marks, where cli-table3 counts too many.
 */
export function alignColumns(rows: readonly (readonly Cell[])[], gap: string): string[] {
  const widths: number[] = [];
  for (const row of rows) row.forEach(({ text }, at) => (widths[at] = Math.max(widths[at] ?? 0, stringWidth(text))));
  return rows.map((row) => row.map((cell, at) => pad(cell, widths[at] ?? 0, at === row.length - 1)).join(gap));
}

function pad({ text, style = String, align = 'left' }: Cell, columns: number, isLast: boolean): string {
  const space = ' '.repeat(columns - stringWidth(text));
  if (align === 'right') return space + style(text);
  return isLast ? style(text) : style(text) + space;
}

/** The widths that a column of a table can have, in terminal columns. */
export interface ColumnDemand {
  readonly natural: number;
  readonly least: number;
}

/**
 * Chooses the columns of a table that fit, and their widths. Takes each column that fits at its least width beside the
 * columns before it, and then widens them in the same order.
 *
 * @param demands the most important column first. The first column is always shown.
 * @returns the width of each column; 0 for a column that is left out.
 */
export function fitColumns(demands: readonly ColumnDemand[], available: number, gap: number): number[] {
  let left = available + gap;
  const least = demands.map((demand, at) => {
    const width = Math.min(demand.natural, demand.least);
    if (at > 0 && width + gap > left) return 0;
    left -= width + gap;
    return width;
  });
  return least.map((width, at) => {
    if (width === 0) return 0;
    const wider = Math.max(0, Math.min((demands[at]?.natural ?? width) - width, left));
    left -= wider;
    return width + wider;
  });
}
