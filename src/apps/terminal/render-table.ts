import stringWidth from 'fast-string-width';
import { type RenderOptions, type Style, cutText, wrapText } from './text.js';

/** A cell of a table: printable text on one line. The style is applied after the width is measured. */
export interface Cell {
  readonly text: string;
  readonly style?: Style | undefined;
  /** @default 'left' */
  readonly align?: 'left' | 'right' | undefined;
}

export interface TableColumn<Row> {
  readonly heading: string;
  readonly show: (row: Row) => string | Cell;
  /** The least width, in terminal columns. `whole`: the column is never cut, but left out if it does not fit. */
  readonly least: number | 'whole';
  readonly align?: 'right';
  /** The column is shown only if all columns before it have their full width. */
  readonly isExtra?: true;
}

const GAP = '  ';

const MAX_CELL_COLUMNS = 80;

/**
 * Renders a table with as many columns as fit: a line of headings, then a line for each row. Takes each column that fits at its
 * least width beside the columns before it, and then widens them in the same order. The first column is always shown.
 *
 * @param tableColumns the most important column first
 * @param options with `isLive`, for a table that is drawn again and again: a column keeps its least width even if all
 * its cells are shorter
 */
export function renderTable<Row>(
  rows: readonly Row[],
  tableColumns: readonly TableColumn<Row>[],
  { columns: available, palette, isLive = false }: RenderOptions & { readonly isLive?: boolean },
): { readonly lines: readonly string[]; readonly hidden: readonly string[] } {
  let left = available + GAP.length;
  let wholeWidth = 0;
  const columns = tableColumns.map((column, at) => {
    const { heading, least, isExtra } = column;
    const cells = rows.map((row) => toCell(column.show(row)));
    const widest = cells.reduce((most, { text }) => Math.max(most, stringWidth(text)), heading.length);
    const wanted = least === 'whole' ? widest : isLive ? Math.max(least, widest) : Math.min(widest, MAX_CELL_COLUMNS);
    // A heading is never cut.
    const width = least === 'whole' ? wanted : Math.min(wanted, Math.max(heading.length, least));
    const hasRoom = !isExtra || wholeWidth + width <= available;
    wholeWidth += wanted + GAP.length;
    const isShown = at === 0 || (hasRoom && width + GAP.length <= left);
    if (isShown) left -= width + GAP.length;
    return { ...column, cells, wanted, width: isShown ? width : 0 };
  });
  const shown = columns
    .filter(({ width }) => width > 0)
    .map(({ width, wanted, ...column }) => {
      const wider = Math.max(0, Math.min(wanted - width, left));
      left -= wider;
      return { ...column, width: width + wider };
    });
  const headings = shown.map(({ heading, align, width }, at): Cell => {
    const text = isLive ? heading.padEnd(align === 'right' ? 0 : width) : heading.toUpperCase();
    return { text, align, style: isLive && at === 0 ? palette.bold : palette.dim };
  });
  const lines = rows.map((_, line) =>
    shown.map(({ cells, align, width }): Cell => {
      const { text = '', style } = cells[line] ?? {};
      return { text: cutText(text, width), align, style };
    }),
  );
  return {
    lines: alignColumns([headings, ...lines]),
    hidden: columns.filter(({ width }) => width === 0).map(({ heading }) => heading),
  };
}

/** Renders rows as a table, and sentences below it. The last sentence names the columns that do not fit. */
export function renderListing<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  sentences: readonly string[],
  options: RenderOptions,
): string {
  const { lines, hidden } = renderTable(rows, columns, options);
  const more = hidden.length === 0 ? [] : [`A wider terminal, or a pipe, also shows: ${hidden.join(', ')}.`];
  const text = [...sentences, ...more].join(' ');
  const footer = text === '' ? [] : ['', ...wrapText(text, options.columns).map(options.palette.dim)];
  return [...lines, ...footer].join('\n');
}

export function toCell(shown: string | Cell): Cell {
  return typeof shown === 'string' ? { text: shown } : shown;
}

/**
 * Aligns rows of cells in columns, one line per row. A left-aligned last cell is not padded. Counts terminal columns, also in
 * scripts with combining marks, where cli-table3 counts too many.
 */
export function alignColumns(rows: readonly (readonly Cell[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) row.forEach(({ text }, at) => (widths[at] = Math.max(widths[at] ?? 0, stringWidth(text))));
  return rows.map((row) => row.map((cell, at) => pad(cell, widths[at] ?? 0, at === row.length - 1)).join(GAP));
}

function pad({ text, style = String, align = 'left' }: Cell, columns: number, isLast: boolean): string {
  const space = ' '.repeat(columns - stringWidth(text));
  if (align === 'right') return space + style(text);
  return isLast ? style(text) : style(text) + space;
}
