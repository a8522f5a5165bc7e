import type { ShownRecord } from '../../../format/exact-record.js';
import type { RenderOptions } from '../../terminal/render-options.js';
import { cutText } from '../../terminal/cut-text.js';
import { wrapText } from '../../terminal/wrap-text.js';
import { idColumn, indexColumns } from './index-columns.js';
import { renderTable } from './render-table.js';

/**
 * Renders vector indices as a table with as many columns as fit. Ids are whole: if they do not fit beside the names, each
 * id is below its index.
 */
export function renderIndices(indices: readonly ShownRecord[], options: RenderOptions): string {
  if (indices.length === 0) return 'No vector indices.';
  const { lines, hidden } = renderTable(indices, indexColumns, options);
  const isBelow = hidden.includes(idColumn.heading);
  const others = hidden.filter((heading) => heading !== idColumn.heading);
  const footer = wrapText(footerOf(indices.length, others), options.columns);
  const rows = isBelow ? withIdsBelow(lines, indices, options) : lines;
  return [...rows, '', ...footer.map(options.palette.dim)].join('\n');
}

/** An id that is wider than the terminal is broken into lines. */
function withIdsBelow(
  [heading = '', ...rows]: readonly string[],
  indices: readonly ShownRecord[],
  { columns, palette }: RenderOptions,
): string[] {
  const idLines = (index: ShownRecord): string[] =>
    wrapText(cutText(idColumn.show(index), MAX_ID_COLUMNS), columns - INDENT.length).map(
      (line) => INDENT + palette.dim(line),
    );
  return [heading, ...rows.flatMap((row, at) => [row, ...idLines(indices[at] ?? {})])];
}

const INDENT = '  ';
const MAX_ID_COLUMNS = 200;

function footerOf(count: number, hidden: readonly string[]): string {
  const counted = count === 1 ? '1 vector index.' : `${count.toLocaleString('en')} vector indices.`;
  if (hidden.length === 0) return counted;
  return `${counted} A wider terminal, or --json, also shows: ${hidden.join(', ')}.`;
}
