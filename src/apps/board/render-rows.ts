import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'fast-string-width';
import type { LimitUsage } from '../../core/limits/limit-usage.js';
import { type Database, type Entry, type IndexRecord, throughputOf } from '../../index.js';
import { isTrouble } from '../../format/describe-health.js';
import { problemWord } from '../../format/health.js';
import { describeDuration } from '../../format/describe-duration.js';
import { describeThroughput } from '../../format/describe-throughput.js';
import { describeShare, describeUse } from '../../format/describe-use.js';
import type { ShownRecord } from '../../format/exact-record.js';
import { formatValue, type Meaning } from '../../format/format-value.js';
import { printable } from '../../format/printable.js';
import type { Palette } from '../terminal/text.js';
import { type Cell, renderTable, type TableColumn } from '../terminal/render-table.js';
import { nameOrId, readingOf, type RowFacts, rowKey } from './row-facts.js';
import { limitStyle, renderBar, renderTrend, TREND_COLUMNS } from './render-bar.js';
import type { Scene } from './scene.js';

/** Renders rows of one kind. The heading says which of all rows of this kind they are. */
export function renderRows(shown: readonly RowFacts[], selectedKey: string | undefined, scene: Scene): string[] {
  const { rows, palette, columns } = scene;
  const [first] = shown;
  const isSelected = (row: RowFacts): boolean => rowKey(row) === selectedKey;
  const isDatabase = first?.resource === 'database';
  const title = isDatabase ? 'DATABASES' : 'INDICES';
  const all = rows.listed.filter(({ resource }) => resource === first?.resource);
  const before = all.findIndex(({ id }) => id === first?.id);
  const heading = shown.length < all.length ? `${title} ${before + 1}-${before + shown.length}/${all.length}` : title;
  const usage = usageColumns(shown, scene);
  const tableColumns: readonly TableColumn<RowFacts>[] = [
    // Before the name, one mark for the selected row, and one for a row in trouble.
    {
      heading,
      show: (row) => `${isSelected(row) ? '❯' : ' '}${isTrouble(row.health) ? '!' : ' '} ${nameOrId(row)}`,
      least: 16,
    },
    ...usage.slice(0, 1),
    isDatabase
      ? { heading: 'STATE', show: ({ entry }) => stateCell(entry as Entry<Database>, scene), least: 9 }
      : fieldColumn('KIND', 'index_type', 9),
    { heading: 'READ', show: ({ entry }) => readCell(entry, scene), least: 10 },
    ...usage.slice(1),
    { heading: 'ID', show: ({ id }) => ({ text: printable(id), style: palette.dim }), least: 'whole', isExtra: true },
    ...(isDatabase ? DATABASE_COLUMNS : INDEX_COLUMNS),
  ];
  const { lines } = renderTable(shown, tableColumns, { ...scene, isLive: true });
  const selected = shown.findIndex(isSelected);
  return lines.map((line, index) => {
    if (selected === -1 || index !== selected + 1) return line;
    // Colours inside of a reversed line would be patches of background.
    const text = stripVTControlCharacters(line);
    return palette.inverse(text + ' '.repeat(Math.max(0, columns - stringWidth(text))));
  });
}

export function fieldColumn(
  heading: string,
  name: string,
  least: number | 'whole',
  { meaning, ...layout }: Pick<TableColumn<RowFacts>, 'align' | 'isExtra'> & { readonly meaning?: Meaning } = {},
): TableColumn<RowFacts> {
  const show = ({ entry }: RowFacts): string => formatValue((entry.record as ShownRecord | undefined)?.[name], meaning);
  return { heading, show, least, ...layout };
}

const DATABASE_COLUMNS: readonly TableColumn<RowFacts>[] = [
  fieldColumn('REGION', 'primary_region', 12),
  fieldColumn('PLAN', 'type', 4),
  fieldColumn('ENDPOINT', 'endpoint', 'whole', { isExtra: true }),
  fieldColumn('READ REGIONS', 'read_regions', 14, { isExtra: true }),
];

const INDEX_COLUMNS: readonly TableColumn<RowFacts>[] = [
  fieldColumn('REGION', 'region', 12),
  fieldColumn('PLAN', 'type', 4),
  fieldColumn('DIMENSIONS', 'dimension_count', 'whole', { meaning: 'count', align: 'right', isExtra: true }),
  {
    heading: 'THROUGHPUT',
    show: ({ entry: { record } }) => describeThroughput(throughputOf(record as IndexRecord | undefined).latest),
    least: 'whole',
    align: 'right',
    isExtra: true,
  },
  fieldColumn('ENDPOINT', 'endpoint', 'whole', { isExtra: true }),
];

const STATE_STYLES: ReadonlyMap<unknown, 'green' | 'yellow' | 'dim'> = new Map([
  ['active', 'green'],
  ['suspended', 'yellow'],
  ['passive', 'yellow'],
]);

/** A change in progress comes before the state. Only a state that the last answer confirmed is green. */
function stateCell({ record, status }: Entry<Database>, { down, palette }: Scene): Cell {
  const state = formatValue(record?.state);
  if (record?.modifying_state) {
    const change = `${formatValue(record.modifying_state)}…`;
    return { text: record.state === 'active' ? change : `${change} ${state}`, style: palette.cyan };
  }
  const style = down !== undefined || status !== 'fresh' ? 'dim' : STATE_STYLES.get(record?.state);
  return { text: state, ...(style && { style: palette[style] }) };
}

export function readCell(entry: Entry<unknown>, { down, now, palette }: Scene): Cell {
  const { confirmedAt, fetching } = entry;
  const age = confirmedAt === undefined ? undefined : describeDuration(now - confirmedAt);
  const status = down !== undefined && entry.status === 'fresh' ? 'stale' : entry.status;
  if (status === 'fresh') return { text: `${age} ago`, style: palette.dim };
  if (status === 'stale') return { text: `stale ${age ?? ''}`.trim(), style: palette.yellow };
  // The details of the row say more.
  const problem = problemWord(entry);
  if (problem !== '') return { text: problem, style: palette.red };
  return { text: fetching ? 'loading' : 'waiting', style: palette.dim };
}

/** The lengths of bars, each with the least width of the terminal for it. */
const BARS = [
  { from: 160, columns: 12 },
  { from: 100, columns: 6 },
  { from: 0, columns: 4 },
] as const;
/** From this width on, the column also has the amounts. */
const MIN_COLUMNS_OF_WIDE = 160;

/** The columns of the limit with the largest used share, and of its trend. None if no use of the visible rows is known. */
function usageColumns(
  shown: readonly RowFacts[],
  { facts, columns, palette }: Scene,
): readonly TableColumn<RowFacts>[] {
  if (shown.every(({ worst }) => worst === undefined)) return [];
  const isWide = columns >= MIN_COLUMNS_OF_WIDE;
  const barColumns = BARS.find(({ from }) => columns >= from)?.columns ?? 0;

  function useCell(row: RowFacts): Cell {
    const { worst } = row;
    if (worst === undefined) return { text: 'not known', style: palette.dim };
    const bar = renderBar(worst.ratio, barColumns);
    const amounts = isWide ? `, ${describeUse(worst)}` : '';
    const text = `${bar} ${describeShare(worst.ratio).padStart(5)} ${worst.name}${amounts}`;
    return { text, style: limitStyle(worst.status, palette) };
  }

  return [
    { heading: facts.demo === undefined ? 'MOST USED' : 'MOST USED, SIMULATED', show: useCell, least: 22 },
    { heading: 'TREND', show: (row) => trendCell(row, row.worst, palette), least: TREND_COLUMNS },
  ];
}

export function trendCell(row: RowFacts, usage: LimitUsage | undefined, palette: Palette): Cell | string {
  if (usage === undefined) return '';
  const { history = [] } = readingOf(row.usage, usage) ?? {};
  return { text: renderTrend(history, usage.limit), style: limitStyle(usage.status, palette) };
}
