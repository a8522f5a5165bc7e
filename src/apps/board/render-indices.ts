import { type IndexRecord, throughputOf } from '../../index.js';
import { formatValue } from '../../format/format-value.js';
import { printable } from '../../format/printable.js';
import type { Cell } from '../terminal/align-columns.js';
import type { RenderOptions } from '../terminal/palette.js';
import { fitTable, type BoardColumn } from './fit-table.js';
import { nameCell, readCell, titleOf, usageColumn, type RowTable } from './render-databases.js';

export function renderIndices(table: RowTable<IndexRecord>, options: RenderOptions): string[] {
  const usage = usageColumn(table.shown, options);
  const columns: readonly BoardColumn[] = [
    { heading: titleOf('INDICES', table), min: 19 },
    { heading: 'KIND', min: 6 },
    { heading: 'READ', min: 10 },
    ...usage.columns,
    { heading: 'ID', min: 'whole' },
    { heading: 'REGION', min: 11 },
    { heading: 'PLAN', min: 5 },
    { heading: 'DIMENSIONS', min: 'whole', align: 'right', isExtra: true },
    { heading: 'THROUGHPUT', min: 'whole', align: 'right', isExtra: true },
    { heading: 'ENDPOINT', min: 'whole', isExtra: true },
  ];
  const rows = table.shown.map((row): Cell[] => {
    const { id, record } = row.entry;
    return [
      nameCell(row, printable(record?.name || id), table, options.palette),
      { text: formatValue(record?.index_type) },
      readCell(row.entry, table, options.palette),
      ...usage.cellsOf(row),
      { text: printable(id), style: options.palette.dim },
      { text: formatValue(record?.region) },
      { text: formatValue(record?.type) },
      { text: formatValue(record?.dimension_count, 'count') },
      { text: formatValue(record && throughputOf(record).latest, 'count') },
      { text: formatValue(record?.endpoint) },
    ];
  });
  return fitTable(columns, rows, options);
}
