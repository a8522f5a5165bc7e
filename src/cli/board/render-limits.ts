import type { LimitUsage } from '../../limits/limit-usage.js';
import type { Cell } from '../render/align-columns.js';
import type { Palette } from '../render/palette.js';
import { printable } from '../render/printable.js';
import type { RenderOptions } from '../render/render-options.js';
import { describeDuration } from './describe-duration.js';
import { describeShare, describeUse } from './describe-use.js';
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

const COLUMNS: readonly BoardColumn[] = [
  { heading: 'LIMITS', least: 12 },
  { heading: 'THE WORST FIRST', least: 16 },
  { heading: '', least: 10 },
  { heading: 'USED', least: 16 },
  { heading: 'FULL IN', least: 7 },
];

/** The bar takes what the texts beside it leave, between these. */
const LONGEST_BAR = 30;
const SHORTEST_BAR = 4;
const TEXT_COLUMNS = 64;

/** The limits of which the most is used, with a bar each. */
export function renderLimits({ worst, nameOf, now, rows }: LimitList, options: RenderOptions): string[] {
  const { columns, palette } = options;
  if (worst.length === 0) return [palette.bold('LIMITS'), palette.dim('  No usage reported yet.')];
  const bar = Math.max(SHORTEST_BAR, Math.min(LONGEST_BAR, columns - TEXT_COLUMNS));
  const shown = worst.slice(0, Math.max(0, rows - 1));
  return fitTable(
    COLUMNS,
    shown.map((usage) => [{ text: `  ${printable(nameOf(usage))}` }, ...cellsOf(usage, bar, now, palette)]),
    options,
  );
}

function cellsOf(usage: LimitUsage, barColumns: number, now: number, palette: Palette): Cell[] {
  const { name, ratio = 0, status, exhaustsAt } = usage;
  return [
    { text: name },
    { text: `${renderBar(ratio, barColumns)} ${describeShare(ratio).padStart(5)}`, style: limitStyle(status, palette) },
    { text: describeUse(usage) },
    { text: exhaustsAt === undefined ? '–' : describeDuration(exhaustsAt - now) },
  ];
}
