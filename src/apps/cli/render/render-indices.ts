import stringWidth from 'fast-string-width';
import { alignColumns, type Cell } from '../../terminal/align-columns.js';
import { cutText } from '../../terminal/cut-text.js';
import type { ShownRecord } from '../../../format/exact-record.js';
import { fitColumns } from '../../terminal/fit-columns.js';
import { indexColumns, type IndexColumn } from './index-columns.js';
import type { RenderOptions } from '../../terminal/render-options.js';
import { wrapText } from '../../terminal/wrap-text.js';

const GAP = '  ';

/** The maximum width of a cell, also without a terminal. */
const MAX_CELL_COLUMNS = 80;

/** Renders vector indices as a table with as many columns as fit, one line per index. */
export function renderIndices(indices: readonly ShownRecord[], { columns, palette }: RenderOptions): string {
  if (indices.length === 0) return 'No vector indices.';
  const texts = indices.map((index) => indexColumns.map(({ show }) => cutText(show(index), MAX_CELL_COLUMNS)));
  const demands = indexColumns.map(({ heading, leastColumns }, at) => ({
    natural: Math.max(heading.length, ...texts.map((row) => stringWidth(row[at] ?? ''))),
    // A heading is never cut.
    least: Math.max(heading.length, leastColumns),
  }));
  const widths = fitColumns(demands, columns, GAP.length);
  const cells = texts.map((row) => widths.map((width, at) => cellOf(cutText(row[at] ?? '', width), at)));
  const headings = widths.map((_, at) => ({
    ...cellOf(indexColumns[at]?.heading.toUpperCase() ?? '', at),
    style: palette.dim,
  }));
  const footer = wrapText(footerOf(indices.length, indexColumns.slice(widths.length)), columns);
  return [...alignColumns([headings, ...cells], GAP), '', ...footer.map(palette.dim)].join('\n');
}

function cellOf(text: string, at: number): Cell {
  return { text, align: indexColumns[at]?.align ?? 'left' };
}

function footerOf(count: number, hidden: readonly IndexColumn[]): string {
  const counted = count === 1 ? '1 vector index.' : `${count.toLocaleString('en')} vector indices.`;
  if (hidden.length === 0) return counted;
  return `${counted} A wider terminal, or --json, also shows: ${hidden.map(({ heading }) => heading).join(', ')}.`;
}
