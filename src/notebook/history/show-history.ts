import { formatCount } from '../../format/quantities.js';
import type { Display } from '../display/display.js';
import { createTableDisplay, type Column } from '../display/table.js';
import { formatMoment } from '../display/text.js';
import type { History, HistoryColumn } from './history.js';

/** The rows that are shown of each end. */
const EDGE = 5;

/** A column of a history takes memory once it is read. */
const MAX_FIELDS = 6;

/** Shows the first and last rows of a history. */
export function showHistory(history: History): Display {
  const { rowCount, fields, from, to } = history;
  const all = Array.from({ length: Math.min(rowCount, 2 * EDGE) }, (_, at) => at);
  const rows = rowCount <= 2 * EDGE ? all : all.map((at) => (at < EDGE ? at : rowCount - 2 * EDGE + at));
  const { resource, id, status } = history;
  const shown = fields.slice(0, MAX_FIELDS).map((name) => [name, history.column(name)] as const);
  const others = fields.slice(MAX_FIELDS);
  return createTableDisplay<number>({
    title: 'History',
    lead: `${formatCount(rowCount)} ${rowCount === 1 ? 'row' : 'rows'} from ${formatMoment(from)} to ${formatMoment(to)}`,
    columns: [
      { title: 'time', cell: (row) => formatMoment(history.at[row] as number), name: 'time', type: 'datetime' },
      ...Object.entries({ resource, id, status, ...Object.fromEntries(shown) }).map(columnOf),
    ],
    rows,
    empty: 'The history has no rows.',
    notes: [
      ...(rowCount > 2 * EDGE ? [`The first ${EDGE} and the last ${EDGE} rows are shown.`] : []),
      ...(others.length > 0 ? [`and ${others.length} more fields: ${others.join(', ')}`] : []),
    ],
  });
}

function columnOf([name, column]: readonly [name: string, column: HistoryColumn]): Column<number> {
  const { kind, values } = column;
  const cell = (row: number): string => {
    const value = values[row] as number;
    if (kind === 'text') return column.texts[value] ?? '–';
    return Number.isNaN(value) ? '–' : String(column.exact?.[row] ?? value);
  };
  return { title: name, align: kind === 'number' ? 'right' : 'left', cell, name };
}
