import type { RenderOptions } from '../../terminal/palette.js';
import { renderTable, type TableColumn } from '../../terminal/render-table.js';
import { wrapText } from '../../terminal/wrap-text.js';

/** Renders rows as a table, and sentences below it. The last sentence names the columns that do not fit. */
export function renderListing<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  sentences: readonly string[],
  options: RenderOptions,
): string {
  const { lines, hidden } = renderTable(rows, columns, options);
  const more = hidden.length === 0 ? [] : [`A wider terminal, or --json, also shows: ${hidden.join(', ')}.`];
  const text = [...sentences, ...more].join(' ');
  const footer = text === '' ? [] : ['', ...wrapText(text, options.columns).map(options.palette.dim)];
  return [...lines, ...footer].join('\n');
}
