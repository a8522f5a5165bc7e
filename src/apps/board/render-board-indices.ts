import type { IndexRecord } from '../../core/api/vector-index.js';
import { throughput } from '../../core/limits/throughput.js';
import type { Cell } from '../terminal/align-columns.js';
import { formatValue } from '../../format/format-value.js';
import type { RenderOptions } from '../terminal/render-options.js';
import { fitTable, type BoardColumn } from './fit-table.js';

const COLUMNS: readonly BoardColumn[] = [
  { heading: 'VECTOR INDICES', min: 14 },
  { heading: 'TYPE', min: 6 },
  { heading: 'DIMS', min: 5, align: 'right' },
  { heading: 'THROUGHPUT', min: 10, align: 'right' },
  { heading: 'REGION', min: 11 },
  { heading: 'PLAN', min: 5 },
  { heading: 'ID', min: 10 },
];

/** Renders the table of vector indices. */
export function renderBoardIndices(indices: readonly IndexRecord[], rows: number, options: RenderOptions): string[] {
  const shown = indices.slice(0, Math.max(0, rows - 1));
  const title = shown.length < indices.length ? `INDICES 1-${shown.length}/${indices.length}` : 'VECTOR INDICES';
  const columns = COLUMNS.map((column, at) => (at === 0 ? { ...column, heading: title } : column));
  return fitTable(columns, shown.map(rowOf), options);
}

function rowOf(index: IndexRecord): Cell[] {
  const { latest } = throughput(index);
  return [
    { text: `  ${formatValue(index.name)}` },
    { text: formatValue(index.index_type) },
    { text: formatValue(index.dimension_count, 'count') },
    { text: formatValue(latest, 'count') },
    { text: formatValue(index.region) },
    { text: formatValue(index.type) },
    { text: formatValue(index.id) },
  ];
}
