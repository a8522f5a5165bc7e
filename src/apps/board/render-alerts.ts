import { describeDuration } from '../../format/describe-duration.js';
import { printable } from '../../format/printable.js';
import { describeCounts, type AlertCounts, type ShownAlert } from '../../format/shown-alerts.js';
import type { Cell } from '../terminal/align-columns.js';
import type { RenderOptions } from '../terminal/palette.js';
import { cutText } from '../terminal/wrap-text.js';
import { fitTable, type BoardColumn } from './fit-table.js';
import { alertStyle } from './render-bar.js';

/** What a monitor lists, for the board. */
export interface BoardAlerts {
  /** The most urgent first, at most a screen. */
  readonly alerts: readonly ShownAlert[];
  readonly counts: AlertCounts;
  /** How many silences last. */
  readonly silences: number;
  /** Why the monitor cannot be read. */
  readonly problem?: string | undefined;
}

/** The most alerts that the board shows: databases need the rest of the screen. */
export const MAX_BOARD_ALERTS = 8;

const COLUMNS: readonly BoardColumn[] = [
  { heading: '', min: 10 },
  { heading: '', min: 12 },
  { heading: '', min: 14 },
  { heading: '', min: 'whole' },
  { heading: '', min: 'whole', isExtra: true },
];

/** @param rows the number of lines, including the heading; @param now Unix milliseconds */
export function renderAlerts(
  { alerts, counts, silences, problem }: BoardAlerts,
  rows: number,
  now: number,
  options: RenderOptions,
): string[] {
  const { columns, palette } = options;
  const words = cutText(
    `  ${problem === undefined ? wordsOf(counts, silences) : printable(problem)}`,
    Math.max(1, columns - 6),
  );
  const title = palette.bold('ALERTS') + (problem === undefined ? palette.dim(words) : palette.red(words));
  const shown = alerts.slice(0, Math.max(0, rows - 1)).map((alert): Cell[] => {
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
