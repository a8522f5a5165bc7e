import { describeDuration } from '../../format/describe-duration.js';
import { printable } from '../../format/printable.js';
import { describeCounts, type AlertCounts, type ShownAlert } from '../../format/shown-alerts.js';
import type { Cell } from '../terminal/align-columns.js';
import type { RenderOptions } from '../terminal/palette.js';
import { cutText, wrapText } from '../terminal/wrap-text.js';
import { fitTable, type BoardColumn } from './fit-table.js';
import { alertStyle } from './render-bar.js';

/** What a monitor lists, for the board. */
export interface BoardAlerts {
  /** The most urgent first. */
  readonly alerts: readonly ShownAlert[];
  readonly counts: AlertCounts;
  /** How many silences last. */
  readonly silences: number;
  /** Why the monitor cannot be read. */
  readonly problem?: string | undefined;
}

/** The most alerts that the board shows: their list is read every second. */
export const MAX_BOARD_ALERTS = 50;

const COLUMNS: readonly BoardColumn[] = [
  { heading: '', min: 10 },
  { heading: '', min: 12 },
  { heading: '', min: 14 },
  { heading: '', min: 'whole' },
  { heading: '', min: 'whole', isExtra: true },
];

const NO_MONITOR = 'No monitor is named. Start the board with --monitor and its address or its state directory.';

/** The pane of alerts: its title, then a line for each. @param now Unix milliseconds */
export function renderAlerts(board: BoardAlerts | undefined, now: number, options: RenderOptions): string[] {
  const { columns, palette } = options;
  if (board === undefined)
    return [palette.bold('ALERTS'), ...wrapText(NO_MONITOR, columns - 2).map((line) => palette.dim(`  ${line}`))];
  const { alerts, counts, silences, problem } = board;
  const words = cutText(
    `  ${problem === undefined ? wordsOf(counts, silences) : printable(problem)}`,
    Math.max(1, columns - 6),
  );
  const title = palette.bold('ALERTS') + (problem === undefined ? palette.dim(words) : palette.red(words));
  const shown = alerts.map((alert): Cell[] => {
    const { state, severity, resource, name, id, startedAt, summary, rule } = alert;
    return [
      { text: `  ${state === 'firing' ? severity : state}`, style: alertStyle(alert, palette) },
      { text: resource === 'fleet' ? 'the fleet' : printable(name || id) },
      { text: printable(summary) },
      { text: describeDuration(now - Date.parse(startedAt)) },
      { text: printable(rule), style: palette.dim },
    ];
  });
  // The line of headings is empty.
  return [title, ...fitTable(COLUMNS, shown, options).slice(1)];
}

function wordsOf(counts: AlertCounts, silences: number): string {
  if (silences === 0) return describeCounts(counts);
  return `${describeCounts(counts)} · ${silences === 1 ? '1 silence' : `${silences.toLocaleString('en')} silences`}`;
}
