import stringWidth from 'fast-string-width';
import { alignColumns, type Cell, fitColumns } from '../../terminal/align-columns.js';
import { cutText } from '../../terminal/cut-text.js';
import type { RenderOptions, Palette, Style } from '../../terminal/palette.js';

/** A column of a table with one line per row. */
export interface TableColumn<Row> {
  readonly heading: string;
  /** The cell of a row, as one printable line. */
  readonly show: (row: Row) => string;
  /** The width to which the column may be cut on a narrow terminal. */
  readonly leastColumns: number;
  readonly align?: 'right';
  /** The style of a cell. @default none */
  readonly styleOf?: (row: Row, palette: Palette) => Style | undefined;
}

/** A rendered table. */
export interface RenderedTable {
  readonly lines: readonly string[];
  /** The headings of the columns that do not fit. */
  readonly hidden: readonly string[];
}

const GAP = '  ';

/** The maximum width of a cell, also without a terminal. */
const MAX_CELL_COLUMNS = 80;

/** Renders rows as a table with as many columns as fit. @param tableColumns the most important column first */
export function renderTable<Row>(
  rows: readonly Row[],
  tableColumns: readonly TableColumn<Row>[],
  { columns, palette }: RenderOptions,
): RenderedTable {
  const texts = rows.map((row) => tableColumns.map(({ show }) => cutText(show(row), MAX_CELL_COLUMNS)));
  const demands = tableColumns.map(({ heading, leastColumns }, at) => ({
    natural: Math.max(heading.length, ...texts.map((row) => stringWidth(row[at] ?? ''))),
    // A heading is never cut.
    least: Math.max(heading.length, leastColumns),
  }));
  const fitted = fitColumns(demands, columns, GAP.length).map((width, at) => ({ width, at, ...tableColumns[at] }));
  const shown = fitted.filter(({ width }) => width > 0);
  const headings = shown.map(({ heading = '', align }): Cell => cell(heading.toUpperCase(), align, palette.dim));
  const cells = rows.map((row, line) =>
    shown.map(({ at, width, align, styleOf }): Cell => {
      const text = cutText(texts[line]?.[at] ?? '', width);
      return cell(text, align, styleOf?.(row, palette));
    }),
  );
  return {
    lines: alignColumns([headings, ...cells], GAP),
    hidden: fitted.filter(({ width }) => width === 0).map(({ heading = '' }) => heading),
  };
}

function cell(text: string, align: Cell['align'], style: Style | undefined): Cell {
  return { text, ...(align && { align }), ...(style && { style }) };
}
