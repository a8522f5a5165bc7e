import { throughputOf, type IndexRecord } from '../../../index.js';
import type { ShownRecord } from '../../../format/exact-record.js';
import type { RenderOptions } from '../../terminal/palette.js';
import { wrapText } from '../../terminal/wrap-text.js';
import { renderTable, type TableColumn } from './render-table.js';
import { formatValue, type Meaning } from '../../../format/format-value.js';

/** Renders vector indices as a table with as many columns as fit. */
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

type IndexColumn = TableColumn<ShownRecord>;

const indexColumns: readonly IndexColumn[] = [
  column('name', 'name', 'text', { leastColumns: 14 }),
  // Never narrowed, so that it can be copied.
  column('id', 'id', 'text', { leastColumns: Infinity }),
  column('type', 'index_type'),
  column('dims', 'dimension_count', 'count', { align: 'right' }),
  column('region', 'region'),
  column('plan', 'type'),
  column('max vectors', 'max_vector_count', 'count', { align: 'right' }),
  column('similarity', 'similarity_function'),
  { heading: 'model', show: modelsOf, leastColumns: 18 },
  column('max queries/day', 'max_daily_queries', 'count', { align: 'right' }),
  column('max bandwidth/month', 'max_monthly_bandwidth', 'bytes or unlimited', { align: 'right' }),
  { heading: 'throughput', show: latestThroughput, leastColumns: 12, align: 'right' },
  column('created', 'creation_time', 'time', { leastColumns: 20 }),
];

function column(
  heading: string,
  field: string,
  meaning: Meaning = 'text',
  layout: Partial<Pick<IndexColumn, 'leastColumns' | 'align'>> = {},
): IndexColumn {
  return { heading, show: (index) => formatValue(index[field], meaning), leastColumns: 14, ...layout };
}

function modelsOf({ embedding_model: dense, sparse_embedding_model: sparse }: ShownRecord): string {
  const models = [dense, sparse].filter((model) => model !== undefined && model !== null && model !== '');
  return models.length === 0 ? '–' : models.map((model) => formatValue(model)).join(' + ');
}

function latestThroughput(index: ShownRecord): string {
  return formatValue(throughputOf(index as Pick<IndexRecord, 'throughput_vector'>).latest, 'count');
}
