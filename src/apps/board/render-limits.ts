import type { LimitUsage } from '../../core/limits/limit-usage.js';
import type { Cell } from '../terminal/align-columns.js';
import type { Palette } from '../terminal/palette.js';
import { printable } from '../../format/printable.js';
import type { RenderOptions } from '../terminal/render-options.js';
import { describeDuration } from '../../format/describe-duration.js';
import { describeShare, describeUse } from '../../format/describe-use.js';
import { fitTable, type BoardColumn } from './fit-table.js';
import { limitStyle } from './limit-style.js';
import { renderBar } from './render-bar.js';

/** Options of {@link renderLimits}. */
export interface LimitList {
  /** The largest used share first. */
  readonly worst: readonly LimitUsage[];
  /** Returns the name of the resource of a limit. */
  readonly nameOf: (usage: LimitUsage) => string;
  /** Unix milliseconds. */
  readonly now: number;
  /** The number of lines, including the heading. */
  readonly rows: number;
}

/** The width of the share beside the bar. */
const SHARE_COLUMNS = 6;
const MAX_BAR_COLUMNS = 30;
const MIN_BAR_COLUMNS = 4;
/** The minimum width of the other columns, with their gaps. */
const TEXT_COLUMNS = 68;

/** Renders the limits with the largest used shares, each with a bar. */
export function renderLimits({ worst, nameOf, now, rows }: LimitList, options: RenderOptions): string[] {
  const { columns, palette } = options;
  if (worst.length === 0) return [palette.bold('LIMITS'), palette.dim('  No usage reported yet.')];
  const shown = worst.slice(0, Math.max(0, rows - 1));
  const texts = shown.map((usage) => textsOf(usage, nameOf(usage), now));
  const bar = barColumns(columns);
  const cells = shown.map((usage, at): Cell[] => {
    const [resource = '', limit = '', ...others] = texts[at] ?? [];
    return [{ text: resource }, { text: limit }, barCell(usage, bar, palette), ...others.map((text) => ({ text }))];
  });
  return fitTable(columnsWith(bar), cells, options);
}

function columnsWith(bar: number): readonly BoardColumn[] {
  return [
    { heading: 'LIMITS', min: 12 },
    { heading: 'MOST USED FIRST', min: 16 },
    // The width of the bar is fixed.
    { heading: '', min: bar + SHARE_COLUMNS },
    { heading: 'USED', min: 16 },
    { heading: 'FULL IN', min: 7 },
  ];
}

/** The text cells of a limit. */
function textsOf(usage: LimitUsage, name: string, now: number): readonly string[] {
  const { exhaustsAt } = usage;
  const fullIn = exhaustsAt === undefined ? '–' : describeDuration(exhaustsAt - now);
  return [`  ${printable(name)}`, usage.name, describeUse(usage), fullIn.padEnd('FULL IN'.length)];
}

/** The width depends on the terminal only. Texts change every second, and bars of changing width are not comparable. */
function barColumns(columns: number): number {
  return Math.max(MIN_BAR_COLUMNS, Math.min(MAX_BAR_COLUMNS, columns - TEXT_COLUMNS));
}

function barCell({ ratio = 0, status }: LimitUsage, bar: number, palette: Palette): Cell {
  const text = renderBar(ratio, bar) + describeShare(ratio).padStart(SHARE_COLUMNS);
  return { text, style: limitStyle(status, palette) };
}
