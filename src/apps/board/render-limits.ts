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

/** The limits that are shown. */
export interface LimitList {
  /** The worst first. */
  readonly worst: readonly LimitUsage[];
  /** The name of a resource, for people. */
  readonly nameOf: (usage: LimitUsage) => string;
  /** Unix milliseconds. */
  readonly now: number;
  /** Lines, the headline included. */
  readonly rows: number;
}

/** The share of a limit is written in so many columns beside its bar. */
const SHARE_COLUMNS = 6;
const LONGEST_BAR = 30;
const SHORTEST_BAR = 4;
/** What is beside the bar, at the least, with the gaps and some room. */
const TEXT_COLUMNS = 68;

/** The limits of which the most is used, with a bar each. */
export function renderLimits({ worst, nameOf, now, rows }: LimitList, options: RenderOptions): string[] {
  const { columns, palette } = options;
  if (worst.length === 0) return [palette.bold('LIMITS'), palette.dim('  No usage reported yet.')];
  const shown = worst.slice(0, Math.max(0, rows - 1));
  const texts = shown.map((usage) => textsOf(usage, nameOf(usage), now));
  const bar = barColumns(columns);
  const cells = shown.map((usage, at): Cell[] => {
    const [who = '', what = '', ...others] = texts[at] ?? [];
    return [{ text: who }, { text: what }, barCell(usage, bar, palette), ...others.map((text) => ({ text }))];
  });
  return fitTable(columnsWith(bar), cells, options);
}

function columnsWith(bar: number): readonly BoardColumn[] {
  return [
    { heading: 'LIMITS', least: 12 },
    { heading: 'THE WORST FIRST', least: 16 },
    // The bar is never cut.
    { heading: '', least: bar + SHARE_COLUMNS },
    { heading: 'USED', least: 16 },
    { heading: 'FULL IN', least: 7 },
  ];
}

/** All that is said of a limit in words. */
function textsOf(usage: LimitUsage, name: string, now: number): readonly string[] {
  const { exhaustsAt } = usage;
  const fullIn = exhaustsAt === undefined ? '–' : describeDuration(exhaustsAt - now);
  return [`  ${printable(name)}`, usage.name, describeUse(usage), fullIn.padEnd('FULL IN'.length)];
}

/** By the terminal alone, not by the texts: those change each second, and bars that jump cannot be compared. */
function barColumns(columns: number): number {
  return Math.max(SHORTEST_BAR, Math.min(LONGEST_BAR, columns - TEXT_COLUMNS));
}

function barCell({ ratio = 0, status }: LimitUsage, bar: number, palette: Palette): Cell {
  const text = renderBar(ratio, bar) + describeShare(ratio).padStart(SHARE_COLUMNS);
  return { text, style: limitStyle(status, palette) };
}
