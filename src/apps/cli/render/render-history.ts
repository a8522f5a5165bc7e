import { describeDuration } from '../../../format/describe-duration.js';
import { formatValue } from '../../../format/format-value.js';
import type { ListedRecord } from '../../../monitor/server/alert-history-list.js';
import { alertStyle } from '../../board/render-bar.js';
import type { RenderOptions } from '../../terminal/palette.js';
import { nameOfAlert } from './render-alerts.js';
import { renderTable, type TableColumn } from './render-table.js';

/** Renders the last alerts as a table with as many columns as fit. */
export function renderHistory(records: readonly ListedRecord[], options: RenderOptions): string {
  if (records.length === 0) return 'No alert has fired.';
  const { lines, hidden } = renderTable(records, COLUMNS, options);
  const more = hidden.length === 0 ? [] : ['', `A wider terminal, or --json, also shows: ${hidden.join(', ')}.`];
  return [...lines, ...more.map(options.palette.dim)].join('\n');
}

const COLUMNS: readonly TableColumn<ListedRecord>[] = [
  { heading: 'began', show: ({ startedAt }) => formatValue(startedAt.replace(/\.\d+Z$/, 'Z')), leastColumns: 20 },
  { heading: 'state', show: ({ state }) => state, leastColumns: 7, styleOf: alertStyle },
  { heading: 'rule', show: ({ rule }) => formatValue(rule), leastColumns: 12 },
  { heading: 'name', show: nameOfAlert, leastColumns: 12 },
  { heading: 'for', show: durationOf, leastColumns: 6 },
  { heading: 'told', show: ({ told }) => formatValue(told.map(({ channel }) => channel).join(', ')), leastColumns: 8 },
  { heading: 'severity', show: ({ severity }) => severity, leastColumns: 8 },
  { heading: 'peak', show: ({ peak }) => (peak === undefined ? '' : String(Number(peak.toFixed(3)))), leastColumns: 6 },
  { heading: 'summary', show: ({ summary }) => formatValue(summary), leastColumns: 20 },
  { heading: 'id', show: ({ id }) => formatValue(id), leastColumns: Infinity },
];

function durationOf({ startedAt, clearedAt }: ListedRecord): string {
  return clearedAt === undefined ? '' : describeDuration(Date.parse(clearedAt) - Date.parse(startedAt));
}
