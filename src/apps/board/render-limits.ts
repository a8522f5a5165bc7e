import type { LimitUsage } from '../../core/limits/limit-usage.js';
import { describeShare, describeUse } from '../../format/describe-use.js';
import { type Palette, type RenderOptions, wrapText } from '../terminal/text.js';
import { renderTable, type Cell, type TableColumn } from '../terminal/render-table.js';
import { limitStyle, renderBar } from './render-bar.js';
import { describeCountdown } from '../../format/describe-duration.js';
import { printable } from '../../format/printable.js';

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

export function renderLimits(list: LimitList, options: RenderOptions): string[] {
  const { worst, nameOf, isSimulated, howToKnow, now } = list;
  const { columns, palette } = options;
  if (worst.length === 0)
    return [palette.bold('LIMITS'), ...wrapText(howToKnow, columns - 2).map((line) => palette.dim(`  ${line}`))];
  const areAllSimulated = worst.every(isSimulated);
  const hasForecast = worst.some(({ exhaustsAt }) => exhaustsAt !== undefined);
  // The width depends on the terminal only. Texts change every second, and bars of changing width are not comparable.
  const bar = Math.max(MIN_BAR_COLUMNS, Math.min(MAX_BAR_COLUMNS, columns - TEXT_COLUMNS));
  const [share, used, fullIn] = limitColumns(bar, now, palette, (usage) => !areAllSimulated && isSimulated(usage));
  const tableColumns: readonly TableColumn<LimitUsage>[] = [
    { heading: 'LIMITS', show: (usage) => `   ${printable(nameOf(usage))}`, least: 12 },
    { heading: areAllSimulated ? 'SIMULATED USE' : 'MOST USED FIRST', show: ({ name }) => name, least: 19 },
    ...(hasForecast ? [share, used, fullIn] : [share, used]),
  ];
  return [...renderTable(worst, tableColumns, { ...options, isLive: true }).lines];
}

/** The used share as a bar, the amounts, and when the limit is reached. @param isMarked whether a use is called simulated */
export function limitColumns(bar: number, now: number, palette: Palette, isMarked: (usage: LimitUsage) => boolean) {
  return [
    {
      heading: '',
      show: ({ ratio = 0, status }: LimitUsage): Cell => ({
        text: renderBar(ratio, bar) + describeShare(ratio).padStart(SHARE_COLUMNS),
        style: limitStyle(status, palette),
      }),
      // The width of the bar is fixed.
      least: bar + SHARE_COLUMNS,
    },
    {
      heading: 'USED',
      show: (usage: LimitUsage) => `${describeUse(usage)}${isMarked(usage) ? ', simulated' : ''}`,
      least: 18,
    },
    {
      heading: 'FULL IN',
      show: ({ exhaustsAt }: LimitUsage) => (exhaustsAt === undefined ? '–' : describeCountdown(exhaustsAt, now)),
      least: 7,
    },
  ] as const;
}
