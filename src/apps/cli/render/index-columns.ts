import { isObject } from '../../../core/shared/is-object.js';
import type { ShownRecord } from '../../../format/exact-record.js';
import { formatValue, type Meaning } from '../../../format/format-value.js';
import type { TableColumn } from './render-table.js';

type IndexColumn = TableColumn<ShownRecord>;

/** The column of the id: never cut, so that it can be copied. */
export const idColumn: IndexColumn = column('id', 'id', 'text', { leastColumns: Infinity });

/** The columns of the table of vector indices, the most important one first. */
export const indexColumns: readonly IndexColumn[] = [
  column('name', 'name', 'text', { leastColumns: 14 }),
  idColumn,
  column('type', 'index_type'),
  column('dims', 'dimension_count', 'count', { align: 'right' }),
  column('region', 'region'),
  column('plan', 'type'),
  column('vectors', 'max_vector_count', 'count', { align: 'right' }),
  column('similarity', 'similarity_function'),
  { heading: 'model', show: modelsOf, leastColumns: 18 },
  column('queries/day', 'max_daily_queries', 'count', { align: 'right' }),
  column('bandwidth/month', 'max_monthly_bandwidth', 'bytes or unlimited', { align: 'right' }),
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

function latestThroughput({ throughput_vector: points }: ShownRecord): string {
  const latest: unknown = Array.isArray(points) ? points.at(-1) : undefined;
  return formatValue(isObject(latest) ? latest['y'] : undefined, 'count');
}
