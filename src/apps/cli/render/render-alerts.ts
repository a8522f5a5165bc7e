import { alertStyle } from '../../board/render-bar.js';
import {
  countAlerts,
  describeCounts,
  describeQuiet,
  describeSelection,
  type ShownSilence,
} from '../../../format/shown-alerts.js';
import { describeDuration } from '../../../format/describe-duration.js';
import { formatValue } from '../../../format/format-value.js';
import type { ListedAlert } from '../../../monitor/server/alert-list.js';
import type { RenderOptions } from '../../terminal/palette.js';
import { wrapText } from '../../terminal/wrap-text.js';
import { renderTable, type TableColumn } from './render-table.js';
import type { ListedRecord } from '../../../monitor/server/alert-history-list.js';

/** A person reads no longer table. */
const MAX_ROWS = 1000;

/** Renders alerts as a table with as many columns as fit. @param now Unix milliseconds */
export function renderAlerts(alerts: readonly ListedAlert[], now: number, options: RenderOptions): string {
  if (alerts.length === 0) return 'No alert is pending or firing.';
  const shown = alerts.slice(0, MAX_ROWS);
  const { lines, hidden } = renderTable(shown, columnsOf(shown, now), options);
  const footer = wrapText(footerOf(alerts, hidden), options.columns);
  return [...lines, '', ...footer.map(options.palette.dim)].join('\n');
}

function columnsOf(alerts: readonly ListedAlert[], now: number): readonly TableColumn<ListedAlert>[] {
  // An id is never narrowed, so that it can be copied.
  const leastName = alerts.some(({ name, id }) => name === undefined && id !== '') ? Infinity : 12;
  return [
    { heading: 'state', show: ({ state }) => state, leastColumns: 7, styleOf: alertStyle },
    { heading: 'severity', show: ({ severity }) => severity, leastColumns: 8 },
    { heading: 'rule', show: ({ rule }) => formatValue(rule), leastColumns: 12 },
    { heading: 'name', show: nameOfAlert, leastColumns: leastName },
    { heading: 'since', show: ({ startedAt }) => describeDuration(now - Date.parse(startedAt)), leastColumns: 6 },
    { heading: 'summary', show: ({ summary }) => formatValue(summary), leastColumns: 20 },
    ...(alerts.some(({ quiet }) => quiet !== undefined) ? [quietColumn] : []),
    { heading: 'id', show: ({ id }) => formatValue(id), leastColumns: Infinity },
    { heading: 'resource', show: ({ resource }) => resource, leastColumns: 8 },
  ];
}

const quietColumn: TableColumn<ListedAlert> = {
  heading: 'not sent',
  show: ({ quiet }) => (quiet === undefined ? '' : formatValue(describeQuiet(quiet))),
  leastColumns: 24,
};

function nameOfAlert({ name, id, resource }: Pick<ListedAlert, 'name' | 'id' | 'resource'>): string {
  return resource === 'fleet' ? 'the fleet' : formatValue(name ?? id);
}

function footerOf(alerts: readonly ListedAlert[], hidden: readonly string[]): string {
  return [
    `${describeCounts(countAlerts(alerts))}.`,
    ...(alerts.length > MAX_ROWS ? [`These are the first ${MAX_ROWS.toLocaleString('en')}; --json prints all.`] : []),
    ...(hidden.length === 0 ? [] : [`A wider terminal, or --json, also shows: ${hidden.join(', ')}.`]),
  ].join(' ');
}

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

/** @param now Unix milliseconds */
export function renderSilences(silences: readonly ShownSilence[], now: number, options: RenderOptions): string {
  if (silences.length === 0) return 'No silences.';
  const columns: readonly TableColumn<ShownSilence>[] = [
    // An id is never narrowed, so that it can be copied.
    { heading: 'silence', show: ({ id }) => formatValue(id), leastColumns: Infinity },
    { heading: 'ends in', show: ({ endsAt }) => describeDuration(Date.parse(endsAt) - now), leastColumns: 7 },
    { heading: 'alerts', show: (silence) => formatValue(describeSelection(silence)), leastColumns: 12 },
    { heading: 'comment', show: ({ comment }) => formatValue(comment), leastColumns: 12 },
  ];
  return renderTable(silences, columns, options).lines.join('\n');
}
