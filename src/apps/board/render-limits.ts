import type { LimitUsage } from '../../index.js';
import { describeShare, describeUse } from '../../format/describe-use.js';
import { type Palette, wrapText } from '../terminal/text.js';
import { renderTable, type Cell, type TableColumn } from '../terminal/render-table.js';
import { limitStyle, renderBar } from './render-bar.js';
import { describeCountdown } from '../../format/describe-duration.js';
import { entryOf, nameOrId } from './row-facts.js';
import type { Scene } from './scene.js';

const SHARE_COLUMNS = 6;
const MAX_BAR_COLUMNS = 24;
const MIN_BAR_COLUMNS = 4;
const TEXT_COLUMNS = 74;

/** @param worst the limits of all resources, the largest used share first */
export function renderLimits(worst: readonly LimitUsage[], scene: Scene): string[] {
  const { columns, now, palette } = scene;
  const { fleet, demo } = scene.facts;
  if (worst.length === 0) return [palette.bold('LIMITS'), ...noUseLines(scene)];
  const hasForecast = worst.some(({ exhaustsAt }) => exhaustsAt !== undefined);
  // The width depends on the terminal only. Texts change every second, and bars of changing width are not comparable.
  const bar = Math.max(MIN_BAR_COLUMNS, Math.min(MAX_BAR_COLUMNS, columns - TEXT_COLUMNS));
  const [share, used, fullIn] = limitColumns(bar, now, palette);
  const tableColumns: readonly TableColumn<LimitUsage>[] = [
    {
      heading: 'LIMITS',
      show: (usage) => `   ${nameOrId({ id: usage.id, entry: entryOf(fleet, usage).value })}`,
      least: 12,
    },
    { heading: demo === undefined ? 'MOST USED FIRST' : 'SIMULATED USE', show: ({ name }) => name, least: 19 },
    ...(hasForecast ? [share, used, fullIn] : [share, used]),
  ];
  return [...renderTable(worst, tableColumns, { ...scene, isLive: true }).lines];
}

export function noUseLines({ columns, facts, palette }: Scene): string[] {
  return wrapText(facts.howToKnow, columns - 2).map((line) => palette.dim(`  ${line}`));
}

export function limitColumns(bar: number, now: number, palette: Palette) {
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
    { heading: 'USED', show: describeUse, least: 18 },
    {
      heading: 'FULL IN',
      show: ({ exhaustsAt }: LimitUsage) => (exhaustsAt === undefined ? '–' : describeCountdown(exhaustsAt, now)),
      least: 7,
    },
  ] as const;
}
