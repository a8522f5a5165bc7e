import type { Database, FleetError, Entry } from '../../index.js';
import { isTrouble } from '../../format/describe-health.js';
import { describeDuration } from '../../format/describe-duration.js';
import { describeShare, describeUse } from '../../format/describe-use.js';
import { formatValue } from '../../format/format-value.js';
import { printable } from '../../format/printable.js';
import type { Cell } from '../terminal/align-columns.js';
import type { Palette, Style, RenderOptions } from '../terminal/palette.js';
import { wrapText } from '../terminal/wrap-text.js';
import { fitTable, type BoardColumn } from './fit-table.js';
import { limitStyle, renderBar } from './render-bar.js';
import { isSimulated, type RowFacts } from './row-facts.js';

export interface RowTable<R> {
  readonly shown: readonly RowFacts<R>[];
  readonly count: number;
  readonly first: number;
  readonly selectedId: string | undefined;
  /** Unix milliseconds. */
  readonly now: number;
  /** Whether the service answers no request, so that no record is current. */
  readonly isDown: boolean;
}

export function renderDatabases(table: RowTable<Database>, howToAdd: string, options: RenderOptions): string[] {
  const { shown, count } = table;
  if (count === 0) {
    const words = wrapText(howToAdd, options.columns - 2).map((line) => options.palette.dim(`  ${line}`));
    return [options.palette.bold('DATABASES'), ...words];
  }
  const usage = usageColumn(shown, options);
  const columns: readonly BoardColumn[] = [
    { heading: titleOf('DATABASES', table), min: 19 },
    { heading: 'STATE', min: 9 },
    { heading: 'READ', min: 10 },
    ...usage.columns,
    { heading: 'ID', min: 'whole' },
    { heading: 'REGION', min: 12 },
    { heading: 'PLAN', min: 4 },
    { heading: 'ENDPOINT', min: 'whole', isExtra: true },
    { heading: 'READ REGIONS', min: 14, isExtra: true },
  ];
  const rows = shown.map((row): Cell[] => {
    const { id, record } = row.entry;
    return [
      nameCell(row, printable(record?.database_name || id), table, options.palette),
      stateCell(record, table, options.palette),
      readCell(row.entry, table, options.palette),
      ...usage.cellsOf(row),
      { text: printable(id), style: options.palette.dim },
      { text: formatValue(record?.primary_region) },
      { text: formatValue(record?.type) },
      { text: formatValue(record?.endpoint) },
      { text: formatValue(record?.read_regions) },
    ];
  });
  return fitTable(columns, rows, options);
}

/** The title of a table, with the positions of the visible rows if not all are visible. */
export function titleOf(title: string, { shown, count, first }: RowTable<unknown>): string {
  return shown.length < count ? `${title} ${first + 1}-${first + shown.length}/${count}` : title;
}

/** The name, with marks before it: one for the selected row, and one for a row in trouble. */
export function nameCell(
  row: RowFacts<unknown>,
  name: string,
  { selectedId }: Pick<RowTable<unknown>, 'selectedId'>,
  palette: Palette,
): Cell {
  const isSelected = row.id === selectedId;
  const text = `${isSelected ? '❯' : ' '}${isTrouble(row.health) ? '!' : ' '} ${name}`;
  return { text, ...(isSelected && { style: palette.bold }) };
}

const STATE_STYLES: ReadonlyMap<unknown, 'green' | 'yellow' | 'dim'> = new Map([
  ['active', 'green'],
  ['suspended', 'yellow'],
  ['passive', 'yellow'],
]);

/** The change in progress comes before the state. Without an answer, no state is green. */
function stateCell(record: Database | undefined, { isDown }: RowTable<unknown>, palette: Palette): Cell {
  const state = formatValue(record?.state);
  if (record?.modifying_state) {
    const change = `${printable(record.modifying_state)}…`;
    return { text: record.state === 'active' ? change : `${change} ${state}`, style: palette.cyan };
  }
  const style = isDown ? 'dim' : STATE_STYLES.get(record?.state);
  return { text: state, ...(style && { style: palette[style] }) };
}

/** The age of the record, or the reason why there is none. */
export function readCell(entry: Entry<unknown>, { now, isDown }: RowTable<unknown>, palette: Palette): Cell {
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

/** The column of the limit with the largest used share: absent if no use of the visible rows is known. */
export interface UsageColumn {
  readonly columns: readonly BoardColumn[];
  cellsOf(row: RowFacts<unknown>): readonly Cell[];
}

/** The bars, and the width from which on they have their length. */
const BARS = [
  { from: 160, columns: 12 },
  { from: 100, columns: 6 },
  { from: 0, columns: 4 },
] as const;
/** From this width on, the column also has the amounts. */
const MIN_COLUMNS_OF_WIDE = 160;

export function usageColumn(shown: readonly RowFacts<unknown>[], { columns, palette }: RenderOptions): UsageColumn {
  const known = shown.flatMap((row) => (row.worst === undefined ? [] : [{ row, worst: row.worst }]));
  if (known.length === 0) return { columns: [], cellsOf: () => [] };
  const isWide = columns >= MIN_COLUMNS_OF_WIDE;
  const barColumns = BARS.find(({ from }) => columns >= from)?.columns ?? 0;
  const areAllSimulated = known.every(({ row, worst }) => isSimulated(row, worst));
  return {
    columns: [{ heading: areAllSimulated ? 'MOST USED, SIMULATED' : 'MOST USED', min: 22 }],
    cellsOf(row) {
      const { worst } = row;
      if (worst === undefined) return [{ text: 'not known', style: palette.dim }];
      const bar = renderBar(worst.ratio, barColumns);
      const amounts = isWide ? `, ${describeUse(worst)}` : '';
      const label = isSimulated(row, worst) && !areAllSimulated ? ', simulated' : '';
      const text = `${bar} ${describeShare(worst.ratio).padStart(5)} ${worst.name}${amounts}${label}`;
      return [{ text, style: limitStyle(worst.status, palette) }];
    },
  };
}

export function moodStyle(mood: 'good' | 'waiting' | 'bad', palette: Palette): Style {
  return { good: palette.green, waiting: palette.yellow, bad: palette.red }[mood];
}
