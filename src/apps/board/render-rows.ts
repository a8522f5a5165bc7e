import stringWidth from 'fast-string-width';
import {
  throughputOf,
  type Database,
  type Entry,
  type FleetError,
  type IndexRecord,
  type ResourceKind,
} from '../../index.js';
import { isTrouble } from '../../format/describe-health.js';
import { describeDuration } from '../../format/describe-duration.js';
import { describeShare, describeUse } from '../../format/describe-use.js';
import { formatValue } from '../../format/format-value.js';
import { printable } from '../../format/printable.js';
import type { Cell } from '../terminal/align-columns.js';
import type { Palette, Style, RenderOptions } from '../terminal/palette.js';
import { nameOf } from './arrange-rows.js';
import { fitTable, type BoardColumn } from './fit-table.js';
import { limitStyle, renderBar, renderTrend, TREND_COLUMNS } from './render-bar.js';
import { isSimulated, rowKey, seriesOf, type RowFacts } from './row-facts.js';

export interface RowTable {
  readonly resource: ResourceKind;
  readonly shown: readonly RowFacts[];
  /** The number of rows of this resource, and the position of the first shown one. */
  readonly count: number;
  readonly first: number;
  readonly selectedKey: string | undefined;
  /** Unix milliseconds. */
  readonly now: number;
  /** Whether the service answers no request, so that no record is current. */
  readonly isDown: boolean;
}

/** Renders a heading, and a line for each shown row. */
export function renderRows(table: RowTable, options: RenderOptions): string[] {
  const { resource, shown, count, first, selectedKey } = table;
  const { palette, columns } = options;
  const usage = usageColumns(shown, options);
  const isDatabase = resource === 'database';
  const title = isDatabase ? 'DATABASES' : 'INDICES';
  const heading = shown.length < count ? `${title} ${first + 1}-${first + shown.length}/${count}` : title;
  const [state, ...others] = isDatabase ? DATABASE_COLUMNS : INDEX_COLUMNS;
  const lines = fitTable(
    [
      { heading, min: 16 },
      ...usage.columns.slice(0, 1),
      ...(state === undefined ? [] : [state]),
      { heading: 'READ', min: 10 },
      ...usage.columns.slice(1),
      { heading: 'ID', min: 'whole', isExtra: true },
      ...others,
    ],
    shown.map((row): Cell[] => {
      const [use, ...trend] = usage.cellsOf(row);
      const [second = EMPTY, ...rest] = isDatabase
        ? databaseCells(row.entry.record as Database | undefined, table, palette)
        : indexCells(row.entry.record as IndexRecord | undefined);
      const id = { text: printable(row.id), style: palette.dim };
      const cells = [nameCell(row, table), ...(use ? [use] : []), second, readCell(row.entry, table, palette)];
      const all = [...cells, ...trend, id, ...rest];
      return rowKey(row) === selectedKey ? all.map(({ text }) => ({ text })) : all;
    }),
    options,
  );
  // Colours inside of a reversed line would be patches of background.
  const selected = shown.findIndex((row) => rowKey(row) === selectedKey);
  return lines.map((line, at) =>
    selected >= 0 && at === selected + 1
      ? palette.inverse(line + ' '.repeat(Math.max(0, Math.min(columns, MAX_REVERSED) - stringWidth(line))))
      : line,
  );
}

const EMPTY: Cell = { text: '' };
const MAX_REVERSED = 1000;

const DATABASE_COLUMNS: readonly BoardColumn[] = [
  { heading: 'STATE', min: 9 },
  { heading: 'REGION', min: 12 },
  { heading: 'PLAN', min: 4 },
  { heading: 'ENDPOINT', min: 'whole', isExtra: true },
  { heading: 'READ REGIONS', min: 14, isExtra: true },
];

function databaseCells(record: Database | undefined, table: Pick<RowTable, 'isDown'>, palette: Palette): Cell[] {
  const others = [record?.primary_region, record?.type, record?.endpoint, record?.read_regions];
  return [stateCell(record, table, palette), ...others.map((value) => ({ text: formatValue(value) }))];
}

const INDEX_COLUMNS: readonly BoardColumn[] = [
  { heading: 'KIND', min: 9 },
  { heading: 'REGION', min: 12 },
  { heading: 'PLAN', min: 4 },
  { heading: 'DIMENSIONS', min: 'whole', align: 'right', isExtra: true },
  { heading: 'THROUGHPUT', min: 'whole', align: 'right', isExtra: true },
  { heading: 'ENDPOINT', min: 'whole', isExtra: true },
];

function indexCells(record: IndexRecord | undefined): Cell[] {
  return [
    formatValue(record?.index_type),
    formatValue(record?.region),
    formatValue(record?.type),
    formatValue(record?.dimension_count, 'count'),
    formatValue(record && throughputOf(record).latest, 'count'),
    formatValue(record?.endpoint),
  ].map((text) => ({ text }));
}

/** The name, with marks before it: one for the selected row, and one for a row in trouble. */
function nameCell(row: RowFacts, { selectedKey }: RowTable): Cell {
  return { text: `${rowKey(row) === selectedKey ? '❯' : ' '}${isTrouble(row.health) ? '!' : ' '} ${nameOf(row)}` };
}

const STATE_STYLES: ReadonlyMap<unknown, 'green' | 'yellow' | 'dim'> = new Map([
  ['active', 'green'],
  ['suspended', 'yellow'],
  ['passive', 'yellow'],
]);

/** The change in progress comes before the state. Without an answer, no state is green. */
function stateCell(record: Database | undefined, { isDown }: Pick<RowTable, 'isDown'>, palette: Palette): Cell {
  const state = formatValue(record?.state);
  if (record?.modifying_state) {
    const change = `${printable(record.modifying_state)}…`;
    return { text: record.state === 'active' ? change : `${change} ${state}`, style: palette.cyan };
  }
  const style = isDown ? 'dim' : STATE_STYLES.get(record?.state);
  return { text: state, ...(style && { style: palette[style] }) };
}

/** The age of the record, or the reason why there is none. */
export function readCell(
  entry: Entry<unknown>,
  { now, isDown }: Pick<RowTable, 'now' | 'isDown'>,
  palette: Palette,
): Cell {
  const { confirmedAt, fetching, error } = entry;
  const age = confirmedAt === undefined ? undefined : describeDuration(now - confirmedAt);
  const status = isDown && entry.status === 'fresh' ? 'stale' : entry.status;
  switch (status) {
    case 'fresh':
      return { text: `${age} ago`, style: palette.dim };
    case 'stale':
      return { text: `stale ${age ?? ''}`.trim(), style: palette.yellow };
    case 'missing':
      return { text: 'missing', style: palette.red };
    case 'unknown':
    case 'loading':
      if (error !== undefined) return { text: shortReason(error), style: palette.red };
      return { text: fetching ? 'loading' : 'waiting', style: palette.dim };
  }
}

/** The column is narrow. The details of the row say more. */
function shortReason({ code }: FleetError): string {
  if (code === 'unavailable' || code === 'timeout') return 'no answer';
  return code === 'unauthorized' || code === 'forbidden' ? 'refused' : 'failed';
}

/** The columns of the limit with the largest used share, and of its course: absent if no use of the visible rows is known. */
interface UsageColumns {
  readonly columns: readonly BoardColumn[];
  cellsOf(row: RowFacts): readonly Cell[];
}

/** The bars, and the width from which on they have their length. */
const BARS = [
  { from: 160, columns: 12 },
  { from: 100, columns: 6 },
  { from: 0, columns: 4 },
] as const;
/** From this width on, the column also has the amounts. */
const MIN_COLUMNS_OF_WIDE = 160;

function usageColumns(shown: readonly RowFacts[], { columns, palette }: RenderOptions): UsageColumns {
  const known = shown.flatMap((row) => (row.worst === undefined ? [] : [{ row, worst: row.worst }]));
  if (known.length === 0) return { columns: [], cellsOf: () => [] };
  const isWide = columns >= MIN_COLUMNS_OF_WIDE;
  const barColumns = BARS.find(({ from }) => columns >= from)?.columns ?? 0;
  const areAllSimulated = known.every(({ row, worst }) => isSimulated(row, worst));
  return {
    columns: [
      { heading: areAllSimulated ? 'MOST USED, SIMULATED' : 'MOST USED', min: 22 },
      { heading: 'TREND', min: TREND_COLUMNS },
    ],
    cellsOf(row) {
      const { worst } = row;
      if (worst === undefined) return [{ text: 'not known', style: palette.dim }, EMPTY];
      const bar = renderBar(worst.ratio, barColumns);
      const amounts = isWide ? `, ${describeUse(worst)}` : '';
      const label = isSimulated(row, worst) && !areAllSimulated ? ', simulated' : '';
      const text = `${bar} ${describeShare(worst.ratio).padStart(5)} ${worst.name}${amounts}${label}`;
      const style = limitStyle(worst.status, palette);
      return [
        { text, style },
        { text: renderTrend(seriesOf(row, worst), worst.limit), style },
      ];
    },
  };
}

export function moodStyle(mood: 'good' | 'waiting' | 'bad', palette: Palette): Style {
  return { good: palette.green, waiting: palette.yellow, bad: palette.red }[mood];
}
