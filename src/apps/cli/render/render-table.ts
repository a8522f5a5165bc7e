import stringWidth from 'fast-string-width';
import { alignColumns, type Cell, fitColumns } from '../../terminal/align-columns.js';
import { cutText } from '../../terminal/wrap-text.js';
import type { RenderOptions, Palette, Style } from '../../terminal/palette.js';

export interface TableColumn<Row> {
  readonly heading: string;
  readonly show: (row: Row) => string;
  readonly leastColumns: number;
  readonly align?: 'right';
  readonly styleOf?: (row: Row, palette: Palette) => Style | undefined;
}

const GAP = '  ';

const MAX_CELL_COLUMNS = 80;

/** Renders rows as a table with as many columns as fit. @param tableColumns the most important column first */
export function renderTable<Row>(
  rows: readonly Row[],
  tableColumns: readonly TableColumn<Row>[],
  { columns, palette }: RenderOptions,
): { readonly lines: readonly string[]; readonly hidden: readonly string[] } {
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
