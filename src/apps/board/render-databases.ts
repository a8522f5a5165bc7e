import type { Database } from '../../core/api/database.js';
import type { LimitUsage } from '../../core/limits/limit-usage.js';
import type { Entry } from '../../core/state/entry.js';
import type { Cell } from '../terminal/align-columns.js';
import { formatValue } from '../../format/format-value.js';
import type { Palette, Style } from '../terminal/palette.js';
import { printable } from '../../format/printable.js';
import type { RenderOptions } from '../terminal/render-options.js';
import { describeDuration } from '../../format/describe-duration.js';
import { describeShare } from '../../format/describe-use.js';
import { fitTable, type BoardColumn } from './fit-table.js';
import { limitStyle } from './limit-style.js';
import { renderBar } from './render-bar.js';

/** The entry and the limits of one database. */
export interface DatabaseFacts {
  readonly entry: Entry<Database>;
  readonly limits: readonly LimitUsage[];
}

/** The visible databases. */
export interface DatabaseTable {
  readonly shown: readonly DatabaseFacts[];
  /** The number of all databases. */
  readonly count: number;
  /** The position of the first visible database. */
  readonly first: number;
  readonly selectedId: string | undefined;
  /** Unix milliseconds. */
  readonly now: number;
}

const COLUMNS: readonly BoardColumn[] = [
  { heading: 'DATABASES', min: 14 },
  { heading: 'STATE', min: 9 },
  { heading: 'CHANGE', min: 8 },
  { heading: 'CONFIRMED', min: 9 },
  { heading: 'MOST USED', min: 19 },
  { heading: 'REGION', min: 12 },
  { heading: 'PLAN', min: 4 },
  { heading: 'ID', min: 10 },
];

const BAR_COLUMNS = 6;

/** Renders the table of databases. */
export function renderDatabases(table: DatabaseTable, options: RenderOptions): string[] {
  const { shown, count, first, selectedId, now } = table;
  if (count === 0)
    return [options.palette.bold('DATABASES'), options.palette.dim('  No databases yet. Press c to create one.')];
  const isPart = shown.length < count;
  const title = isPart ? `DATABASES ${first + 1}-${first + shown.length}/${count}` : 'DATABASES';
  const columns = COLUMNS.map((column, at) => (at === 0 ? { ...column, heading: title } : column));
  const rows = shown.map((facts) => rowOf(facts, facts.entry.id === selectedId, now, options.palette));
  return fitTable(columns, rows, options);
}

function rowOf({ entry, limits }: DatabaseFacts, isSelected: boolean, now: number, palette: Palette): Cell[] {
  const { id, record } = entry;
  const name = `${isSelected ? '❯' : ' '} ${printable(record?.database_name ?? id)}`;
  return [
    { text: name, ...(isSelected && { style: palette.bold }) },
    stateCell(record, palette),
    {
      text: record?.modifying_state ? `${printable(record.modifying_state)}…` : '–',
      style: record?.modifying_state ? palette.cyan : palette.dim,
    },
    confirmedCell(entry, now, palette),
    mostUsedCell(limits, palette),
    { text: formatValue(record?.primary_region) },
    { text: formatValue(record?.type) },
    { text: printable(id), style: palette.dim },
  ];
}

const STATE_STYLES: Readonly<Record<string, 'green' | 'yellow' | 'dim'>> = {
  active: 'green',
  suspended: 'yellow',
  passive: 'dim',
};

function stateCell(record: Database | undefined, palette: Palette): Cell {
  const style = STATE_STYLES[record?.state ?? ''];
  return { text: formatValue(record?.state), ...(style && { style: palette[style] }) };
}

function mostUsedCell(limits: readonly LimitUsage[], palette: Palette): Cell {
  const known = limits.filter(({ ratio }) => ratio !== undefined);
  const [worst] = known.toSorted((a, b) => (b.ratio ?? 0) - (a.ratio ?? 0));
  if (worst?.ratio === undefined) return { text: 'not reported', style: palette.dim };
  const text = `${renderBar(worst.ratio, BAR_COLUMNS)} ${describeShare(worst.ratio).padStart(5)} ${worst.name}`;
  return { text, style: limitStyle(worst.status, palette) };
}

/** The age of the record, or the reason why it is not confirmed. */
function confirmedCell({ status, confirmedAt, fetching, error }: Entry<Database>, now: number, palette: Palette): Cell {
  const age = confirmedAt === undefined ? undefined : describeDuration(now - confirmedAt);
  const styles: Partial<Record<typeof status, Style>> = {
    fresh: palette.dim,
    stale: palette.yellow,
    missing: palette.red,
  };
  const style = styles[status] ?? (error === undefined ? palette.dim : palette.red);
  switch (status) {
    case 'fresh':
      return { text: `${age} ago`, style };
    case 'stale':
      return { text: `stale ${age ?? ''}`.trim(), style };
    case 'unknown':
      return { text: error === undefined ? 'waiting' : error.code, style };
    case 'loading':
    case 'missing':
      return { text: status === 'loading' && fetching ? 'loading' : status, style };
  }
}
