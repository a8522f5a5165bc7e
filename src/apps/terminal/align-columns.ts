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
