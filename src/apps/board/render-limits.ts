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
  const texts = worst.map((usage) => textsOf(usage, nameOf(usage), !areAllSimulated && isSimulated(usage), now));
  const bar = barColumns(columns);
  const cells = worst.map((usage, at): Cell[] => {
    const [resource = '', limit = '', ...others] = texts[at] ?? [];
    return [{ text: resource }, { text: limit }, barCell(usage, bar, palette), ...others.map((text) => ({ text }))];
  });
  const hasForecast = worst.some(({ exhaustsAt }) => exhaustsAt !== undefined);
  return fitTable(columnsWith(bar, areAllSimulated, hasForecast), cells, options);
}

function columnsWith(bar: number, areAllSimulated: boolean, hasForecast: boolean): readonly BoardColumn[] {
  return [
    { heading: 'LIMITS', min: 12 },
    { heading: areAllSimulated ? 'SIMULATED USE' : 'MOST USED FIRST', min: 19 },
    // The width of the bar is fixed.
    { heading: '', min: bar + SHARE_COLUMNS },
    { heading: 'USED', min: 18 },
    ...(hasForecast ? [{ heading: 'FULL IN', min: 7 }] : []),
  ];
}

function textsOf(usage: LimitUsage, name: string, isMarked: boolean, now: number): readonly string[] {
  const { exhaustsAt } = usage;
  const fullIn = exhaustsAt === undefined ? '–' : describeDuration(exhaustsAt - now);
  const use = `${describeUse(usage)}${isMarked ? ', simulated' : ''}`;
  return [`   ${printable(name)}`, usage.name, use, fullIn.padEnd('FULL IN'.length)];
}

/** The width depends on the terminal only. Texts change every second, and bars of changing width are not comparable. */
function barColumns(columns: number): number {
  return Math.max(MIN_BAR_COLUMNS, Math.min(MAX_BAR_COLUMNS, columns - TEXT_COLUMNS));
}

function barCell({ ratio = 0, status }: LimitUsage, bar: number, palette: Palette): Cell {
  const text = renderBar(ratio, bar) + describeShare(ratio).padStart(SHARE_COLUMNS);
  return { text, style: limitStyle(status, palette) };
}
