import type { ShownRecord } from '../../../format/exact-record.js';
import type { RenderOptions } from '../../terminal/render-options.js';
import { wrapText } from '../../terminal/wrap-text.js';
import { indexColumns } from './index-columns.js';
import { renderTable } from './render-table.js';

/** Renders vector indices as a table with as many columns as fit, one line per index. */
export function renderIndices(indices: readonly ShownRecord[], options: RenderOptions): string {
  if (indices.length === 0) return 'No vector indices.';
  const { lines, hidden } = renderTable(indices, indexColumns, options);
  const footer = wrapText(footerOf(indices.length, hidden), options.columns);
  return [...lines, '', ...footer.map(options.palette.dim)].join('\n');
}

function footerOf(count: number, hidden: readonly string[]): string {
  const counted = count === 1 ? '1 vector index.' : `${count.toLocaleString('en')} vector indices.`;
  if (hidden.length === 0) return counted;
  return `${counted} A wider terminal, or --json, also shows: ${hidden.join(', ')}.`;
}
