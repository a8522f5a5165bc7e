import { nameOfAlert } from '../../board/render-alerts.js';
import { alertStyle } from '../../board/render-bar.js';
import type { LogEntry } from '../../board/render-log.js';
import {
  countAlerts,
  describeCounts,
  describeQuiet,
  describeSelection,
  type ShownSilence,
} from '../../../format/shown-alerts.js';
import { describeCountdown, describeDuration } from '../../../format/describe-duration.js';
import { wholePercents } from '../../../format/describe-use.js';
import { formatValue } from '../../../format/format-value.js';
import { printable } from '../../../format/printable.js';
import type { AlertEvent } from '../../../monitor/alerts/alert.js';
import type { ListedAlert, ListedRecord } from '../../../monitor/server/alert-list.js';
import type { RenderOptions } from '../../terminal/text.js';
import { renderListing, type TableColumn } from '../../terminal/render-table.js';

/** @param now Unix milliseconds */
export function renderAlerts(alerts: readonly ListedAlert[], now: number, options: RenderOptions): string {
  if (alerts.length === 0) return 'No alert is pending or firing.';
  // An id is never narrowed, so that it can be copied.
  const leastName = alerts.some(({ name, id }) => name === undefined && id !== '') ? 'whole' : 12;
  const columns: readonly TableColumn<ListedAlert>[] = [
    { heading: 'state', show: stateCell(options), least: 7 },
    { heading: 'severity', show: ({ severity }) => formatValue(severity), least: 8 },
    { heading: 'rule', show: ({ rule }) => formatValue(rule), least: 12 },
    { heading: 'name', show: nameOfAlert, least: leastName },
    { heading: 'since', show: ({ startedAt }) => describeDuration(now - Date.parse(startedAt)), least: 6 },
    { heading: 'summary', show: ({ summary }) => formatValue(summary), least: 20 },
    ...(alerts.some(({ quiet }) => quiet !== undefined) ? [quietColumn] : []),
    { heading: 'id', show: ({ id }) => formatValue(id), least: 'whole' },
    { heading: 'resource', show: ({ resource }) => formatValue(resource), least: 8 },
  ];
  return renderListing(alerts, columns, [`${describeCounts(countAlerts(alerts))}.`], options);
}

const quietColumn: TableColumn<ListedAlert> = {
  heading: 'not sent',
  show: ({ quiet }) => (quiet === undefined ? '' : formatValue(describeQuiet(quiet))),
  least: 24,
};

function stateCell({ palette }: RenderOptions): TableColumn<Parameters<typeof alertStyle>[0]>['show'] {
  return (alert) => ({ text: formatValue(alert.state), style: alertStyle(alert, palette) });
}

export function logAlert({ at, kind, alert }: AlertEvent): LogEntry {
  const isFired = kind === 'fired';
  const text = printable(`${isFired ? 'alert' : 'cleared'} ${alert.rule}: ${alert.summary}`);
  return { at, label: nameOfAlert(alert), text, kind: isFired ? 'failed' : 'done' };
}

export function renderHistory(records: readonly ListedRecord[], options: RenderOptions): string {
  if (records.length === 0) return 'No alert has fired.';
  const columns: readonly TableColumn<ListedRecord>[] = [
    { heading: 'began', show: ({ startedAt }) => formatValue(startedAt.replace(/\.\d+Z$/, 'Z')), least: 20 },
    { heading: 'state', show: stateCell(options), least: 7 },
    { heading: 'rule', show: ({ rule }) => formatValue(rule), least: 12 },
    { heading: 'name', show: nameOfAlert, least: 12 },
    { heading: 'for', show: durationOf, least: 6 },
    { heading: 'told', show: ({ told }) => formatValue(told.map(({ channel }) => channel).join(', ')), least: 8 },
    { heading: 'severity', show: ({ severity }) => formatValue(severity), least: 8 },
    // Rounded down, so that only a limit that was reached has 1.
    { heading: 'peak', show: ({ peak }) => (peak === undefined ? '' : `${wholePercents(peak * 10) / 1000}`), least: 6 },
    { heading: 'summary', show: ({ summary }) => formatValue(summary), least: 20 },
    { heading: 'id', show: ({ id }) => formatValue(id), least: 'whole' },
  ];
  return renderListing(records, columns, [], options);
}

function durationOf({ startedAt, clearedAt }: ListedRecord): string {
  return clearedAt === undefined ? '' : describeDuration(Date.parse(clearedAt) - Date.parse(startedAt));
}

/** @param now Unix milliseconds */
export function renderSilences(silences: readonly ShownSilence[], now: number, options: RenderOptions): string {
  if (silences.length === 0) return 'No silences.';
  const columns: readonly TableColumn<ShownSilence>[] = [
    { heading: 'silence', show: ({ id }) => formatValue(id), least: 'whole' },
    { heading: 'ends in', show: ({ endsAt }) => describeCountdown(Date.parse(endsAt), now), least: 7 },
    { heading: 'alerts', show: (silence) => formatValue(describeSelection(silence)), least: 12 },
    { heading: 'comment', show: ({ comment }) => formatValue(comment), least: 12 },
  ];
  return renderListing(silences, columns, [], options);
}
