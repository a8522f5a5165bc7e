import { describeDuration } from '../../format/describe-duration.js';
import { formatValue } from '../../format/format-value.js';
import { printable } from '../../format/printable.js';
import { countOf, formatCount } from '../../format/quantities.js';
import { describeCounts, totalOf, type AlertCounts, type ShownAlert } from '../../format/shown-alerts.js';
import { renderTable, type TableColumn } from '../terminal/render-table.js';
import { cutText, type RenderOptions, wrapText } from '../terminal/text.js';
import { alertStyle } from './render-bar.js';

export interface BoardAlerts {
  /** The most urgent first. */
  readonly alerts: readonly ShownAlert[];
  readonly counts: AlertCounts;
  readonly silences: number;
  readonly problem?: string | undefined;
}

/** The most alerts that the board shows: their list is read every second. */
export const MAX_BOARD_ALERTS = 50;

const NO_MONITOR = 'No monitor is named. Start the board with --monitor and its address or its state directory.';

export function renderAlerts(board: BoardAlerts | undefined, now: number, options: RenderOptions): string[] {
  const { columns, palette } = options;
  if (board === undefined)
    return [palette.bold('ALERTS'), ...wrapText(NO_MONITOR, columns - 2).map((line) => palette.dim(`  ${line}`))];
  const { alerts, counts, silences, problem } = board;
  const counted = [describeCounts(counts), ...(silences === 0 ? [] : [countOf(silences, 'silence')])].join(' · ');
  const words = cutText(`  ${problem === undefined ? counted : printable(problem)}`, Math.max(1, columns - 6));
  const title = palette.bold('ALERTS') + (problem === undefined ? palette.dim(words) : palette.red(words));
  const tableColumns: readonly TableColumn<ShownAlert>[] = [
    {
      heading: '',
      show: (alert) => ({
        text: `  ${printable(alert.state === 'firing' ? alert.severity : alert.state)}`,
        style: alertStyle(alert, palette),
      }),
      least: 10,
    },
    { heading: '', show: nameOfAlert, least: 12 },
    { heading: '', show: ({ summary }) => printable(summary), least: 14 },
    { heading: '', show: ({ startedAt }) => describeDuration(now - Date.parse(startedAt)), least: 'whole' },
    { heading: '', show: ({ rule }) => ({ text: printable(rule), style: palette.dim }), least: 'whole', isExtra: true },
    { heading: '', show: ({ id }) => ({ text: printable(id), style: palette.dim }), least: 'whole', isExtra: true },
  ];
  const more = totalOf(counts) - alerts.length;
  const end = more > 0 ? [palette.dim(`  and ${formatCount(more)} more`)] : [];
  // The first line of the table has the headings, which are empty.
  return [title, ...renderTable(alerts, tableColumns, { ...options, isLive: true }).lines.slice(1), ...end];
}

export function nameOfAlert({ name, id, resource }: Pick<ShownAlert, 'name' | 'id' | 'resource'>): string {
  return resource === 'fleet' ? 'the fleet' : formatValue(name || id);
}
