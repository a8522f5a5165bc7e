import type { LimitUsage } from '../../core/limits/limit-usage.js';
import { describeDuration } from '../../format/describe-duration.js';
import { describeShare, describeUse } from '../../format/describe-use.js';
import { printable } from '../../format/printable.js';
import type { Cell } from '../terminal/align-columns.js';
import type { Palette, RenderOptions } from '../terminal/palette.js';
import { wrapText } from '../terminal/wrap-text.js';
import { fitTable, type BoardColumn } from './fit-table.js';
import { limitStyle, renderBar } from './render-bar.js';

export interface LimitList {
  /** The largest used share first. */
  readonly worst: readonly LimitUsage[];
  readonly nameOf: (usage: LimitUsage) => string;
  readonly isSimulated: (usage: LimitUsage) => boolean;
  readonly howToKnow: string;
  /** Unix milliseconds. */
  readonly now: number;
}

const SHARE_COLUMNS = 6;
const MAX_BAR_COLUMNS = 24;
const MIN_BAR_COLUMNS = 4;
const TEXT_COLUMNS = 74;

/** The pane of the most used limits: its title, then a line for each. */
export function renderLimits(list: LimitList, options: RenderOptions): string[] {
  const { worst, nameOf, isSimulated, howToKnow, now } = list;
  const { columns, palette } = options;
  if (worst.length === 0)
    return [palette.bold('LIMITS'), ...wrapText(howToKnow, columns - 2).map((line) => palette.dim(`  ${line}`))];
  const areAllSimulated = worst.every(isSimulated);
  const bar = barColumns(columns);
  const cells = worst.map((usage): Cell[] => [
    { text: `   ${printable(nameOf(usage))}` },
    ...limitCells(usage, { bar, now, isMarked: !areAllSimulated && isSimulated(usage) }, palette),
  ]);
  const hasForecast = worst.some(({ exhaustsAt }) => exhaustsAt !== undefined);
  const heading = areAllSimulated ? 'SIMULATED USE' : 'MOST USED FIRST';
  return fitTable(
    [{ heading: 'LIMITS', min: 12 }, { heading, min: 19 }, ...limitColumns(bar).slice(0, hasForecast ? 3 : 2)],
    cells,
    options,
  );
}

/** The columns of {@link limitCells} after the name of the limit. */
export function limitColumns(bar: number): readonly BoardColumn[] {
  return [
    // The width of the bar is fixed.
    { heading: '', min: bar + SHARE_COLUMNS },
    { heading: 'USED', min: 18 },
    { heading: 'FULL IN', min: 7 },
  ];
}

interface LimitMarks {
  /** The width of the bar. */
  readonly bar: number;
  /** Unix milliseconds. */
  readonly now: number;
  /** Whether the use is called simulated. */
  readonly isMarked: boolean;
}

/** The name of a limit, its used share as a bar, the amounts, and when it is full. */
export function limitCells(usage: LimitUsage, { bar, now, isMarked }: LimitMarks, palette: Palette): Cell[] {
  const { name, ratio = 0, status, exhaustsAt } = usage;
  const share = renderBar(ratio, bar) + describeShare(ratio).padStart(SHARE_COLUMNS);
  return [
    { text: name },
    { text: share, style: limitStyle(status, palette) },
    { text: `${describeUse(usage)}${isMarked ? ', simulated' : ''}` },
    { text: exhaustsAt === undefined ? '–' : describeDuration(exhaustsAt - now) },
  ];
}

/** The width depends on the terminal only. Texts change every second, and bars of changing width are not comparable. */
function barColumns(columns: number): number {
  return Math.max(MIN_BAR_COLUMNS, Math.min(MAX_BAR_COLUMNS, columns - TEXT_COLUMNS));
}
