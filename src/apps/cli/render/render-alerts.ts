import { alertStyle } from '../../board/render-bar.js';
import { countAlerts, describeCounts, describeQuiet } from '../../../format/shown-alerts.js';
import { describeDuration } from '../../../format/describe-duration.js';
import { formatValue } from '../../../format/format-value.js';
import type { ListedAlert } from '../../../monitor/server/alert-list.js';
import type { RenderOptions } from '../../terminal/palette.js';
import { wrapText } from '../../terminal/wrap-text.js';
import { renderTable, type TableColumn } from './render-table.js';

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

export function nameOfAlert({ name, id, resource }: Pick<ListedAlert, 'name' | 'id' | 'resource'>): string {
  return resource === 'fleet' ? 'the fleet' : formatValue(name ?? id);
}

function footerOf(alerts: readonly ListedAlert[], hidden: readonly string[]): string {
  return [
    `${describeCounts(countAlerts(alerts))}.`,
    ...(alerts.length > MAX_ROWS ? [`These are the first ${MAX_ROWS.toLocaleString('en')}; --json prints all.`] : []),
    ...(hidden.length === 0 ? [] : [`A wider terminal, or --json, also shows: ${hidden.join(', ')}.`]),
  ].join(' ');
}
