import type { Database, UnconfirmedCreate } from '../../../index.js';
import { describeDuration } from '../../../format/describe-duration.js';
import { isTrouble } from '../../../format/describe-health.js';
import { describeShare, describeUse } from '../../../format/describe-use.js';
import { formatValue } from '../../../format/format-value.js';
import { healthNames } from '../../../format/health.js';
import { printable } from '../../../format/printable.js';
import { limitStyle } from '../../board/render-bar.js';
import { fieldColumn } from '../../board/render-rows.js';
import type { RowFacts } from '../../board/row-facts.js';
import { createPalette, type Palette, type RenderOptions, wrapText } from '../../terminal/text.js';
import { renderListing, renderTable, toCell, type Cell, type TableColumn } from '../../terminal/render-table.js';
import { countOf } from '../../../format/quantities.js';
import type { ListColumn } from '../../terminal/client-options.js';
import { stateStyle } from './render-database.js';

export type ListedRow = RowFacts<Database>;

export interface KeptDatabases {
  readonly rows: readonly ListedRow[];
  /** All kept databases. There are fewer rows if some are left out. */
  readonly kept: readonly ListedRow[];
  /** The most important first. As many are shown as fit. */
  readonly columns: readonly ListColumn[];
  readonly unconfirmed: readonly UnconfirmedCreate[];
  /** Unix milliseconds. */
  readonly now: number;
  /** The arguments with which another command uses the same state. */
  readonly stateArguments: string;
}

export function renderList(list: KeptDatabases, options: RenderOptions): string {
  const { rows, kept, now } = list;
  return [renderDatabases(), ...renderUnconfirmed(list, options)].join('\n');

  function renderDatabases(): string {
    const { columns, palette } = options;
    if (kept.length === 0) return wrapText(HOW_TO_ADD, columns).join('\n');
    if (rows.length === 0) return wrapText(footerOf(list).join(' '), columns).map(palette.dim).join('\n');
    return renderListing(rows, columnsAt(now, list.columns, palette), footerOf(list), options);
  }
}

/** Renders rows as tab-separated values, with a line of headings. Unprintable characters, tabs too, are escaped. */
export function renderTsv(rows: readonly ListedRow[], columns: readonly ListColumn[], now: number): string {
  const shown = columnsAt(now, columns, createPalette({}, false));
  return [columns, ...rows.map((row) => shown.map(({ show }) => toCell(show(row)).text))]
    .map((cells) => cells.join('\t'))
    .join('\n');
}

function columnsAt(now: number, names: readonly ListColumn[], palette: Palette): readonly TableColumn<ListedRow>[] {
  const columns: Readonly<Record<ListColumn, TableColumn<ListedRow>>> = {
    id: { heading: 'id', show: ({ id }) => formatValue(id), least: 'whole' },
    name: fieldColumn('name', 'database_name', 10),
    state: { heading: 'state', show: (row) => stateCell(row, palette), least: 9 },
    health: { heading: 'health', show: (row) => healthCell(row, palette), least: 13 },
    use: { heading: 'most used', show: (row) => useCell(row, palette), least: 16 },
    read: { heading: 'read', show: (row) => ageOf(row, now), least: 12 },
    pending: { heading: 'pending', show: (row) => pendingCell(row, palette), least: 10 },
    plan: fieldColumn('plan', 'type', 8),
    region: fieldColumn('region', 'primary_region', 14),
    'read-regions': fieldColumn('read regions', 'read_regions', 14),
  };
  return names.map((name) => columns[name]);
}

function stateCell({ entry: { status, record } }: ListedRow, palette: Palette): Cell {
  if (status === 'missing') return { text: 'missing', style: palette.red };
  return { text: formatValue(record?.state), style: record && stateStyle(record.state, palette) };
}

/** The condition in words, such as `near a limit`. A database that was never read has none. */
function healthCell({ health }: ListedRow, palette: Palette): Cell {
  const text = health.kind === 'loading' ? '–' : healthNames[health.kind].toLowerCase();
  if (health.kind === 'missing' || health.kind === 'beyond') return { text, style: palette.red };
  return isTrouble(health) ? { text, style: palette.yellow } : { text };
}

function useCell({ worst }: ListedRow, palette: Palette): Cell {
  if (worst === undefined) return { text: '–' };
  const text = `${describeShare(worst.ratio)} ${worst.name}, ${describeUse(worst)}`;
  return { text, style: limitStyle(worst.status, palette) };
}

function pendingCell({ entry: { record } }: ListedRow, palette: Palette): Cell {
  const text = formatValue(record?.modifying_state);
  return record?.modifying_state ? { text, style: palette.yellow } : { text };
}

function ageOf({ entry: { confirmedAt } }: ListedRow, now: number): string {
  return confirmedAt === undefined ? 'never' : `${describeDuration(now - confirmedAt)} ago`;
}

function footerOf({ rows, kept }: KeptDatabases): string[] {
  const entries = kept.map(({ entry }) => entry);
  const missing = entries.filter(({ status }) => status === 'missing').length;
  const unread = entries.filter(({ status, error }) => status === 'unknown' && error === undefined).length;
  const chosen = rows.length === 0 ? 'None needs attention.' : `${countOf(rows.length, 'needs', 'need')} attention.`;
  return [
    `${countOf(kept.length, 'database')}.`,
    ...(rows.length === kept.length ? [] : [chosen]),
    ...(missing === 0 ? [] : [`The service does not know ${missing.toLocaleString('en')} of them.`]),
    ...(unread === 0 ? [] : [`${unread.toLocaleString('en')} not read yet: --refresh reads all.`]),
  ];
}

/** Renders an empty line, the creates whose outcome is not known, and how to resolve them. Nothing without a create. */
function renderUnconfirmed(
  { unconfirmed: creates, now, stateArguments }: KeptDatabases,
  { columns, palette }: RenderOptions,
): string[] {
  const [first] = creates;
  if (first === undefined) return [];
  const title = `The outcome of ${countOf(creates.length, 'create')} is not known, so databases may exist:`;
  const nextStep = 'Look for each one in the console of the service. Then run one of these commands with its key:';
  const command = `fleetglass ids resolve${stateArguments} ${first.key}`;
  const tableColumns: readonly TableColumn<UnconfirmedCreate>[] = [
    { heading: 'key', show: ({ key }) => formatValue(key), least: 'whole' },
    { heading: 'name', show: ({ request }) => formatValue(request.database_name), least: 12 },
    { heading: 'sent', show: ({ startedAt }) => `${describeDuration(now - startedAt)} ago`, least: 10 },
    { heading: 'region', show: ({ request }) => formatValue(request.primary_region), least: 14 },
    { heading: 'platform', show: ({ request }) => formatValue(request.platform), least: 8 },
  ];
  const { lines } = renderTable(creates, tableColumns, { columns: columns - INDENT.length, palette });
  return [
    '',
    ...wrapText(title, columns).map(palette.yellow),
    '',
    ...lines.map((line) => INDENT + line),
    '',
    ...wrapText(nextStep, columns),
    '',
    `${INDENT}${command} <id>`,
    `${INDENT}${palette.dim('    if the database exists: keeps its id')}`,
    `${INDENT}${command}`,
    `${INDENT}${palette.dim('    if it does not exist')}`,
  ];
}

const INDENT = '  ';

export interface IdList {
  readonly directory: string;
  readonly ids: readonly { readonly id: string; readonly name?: string | undefined }[];
  readonly unconfirmed: readonly UnconfirmedCreate[];
}

const idColumns: readonly TableColumn<IdList['ids'][number]>[] = [
  { heading: 'id', show: ({ id }) => formatValue(id), least: 'whole' },
  { heading: 'name', show: ({ name }) => formatValue(name), least: 16 },
];

export function renderIds({ directory, ids: kept, unconfirmed }: IdList, options: RenderOptions): string {
  const sentences = [
    kept.length === 0 ? HOW_TO_ADD : `${countOf(kept.length, 'id is', 'ids are')} kept in ${printable(directory)}.`,
    ...(unconfirmed.length === 0
      ? []
      : [`The outcome of ${countOf(unconfirmed.length, 'create')} is not known: see \`fleetglass list\`.`]),
  ];
  if (kept.length === 0) return sentences.flatMap((text) => wrapText(text, options.columns)).join('\n');
  return renderListing(kept, idColumns, sentences, options);
}

const HOW_TO_ADD =
  'No ids are kept yet. `fleetglass ids add <id>` adds the id of a database, and `fleetglass ids import <file>` adds the ids of a file.';
