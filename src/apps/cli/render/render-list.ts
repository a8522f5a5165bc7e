import type { Database } from '../../../index.js';
import type { UnconfirmedCreate } from '../../../core/fleet/storage.js';
import { describeDuration } from '../../../format/describe-duration.js';
import { isTrouble } from '../../../format/describe-health.js';
import { describeShare, describeUse } from '../../../format/describe-use.js';
import { formatValue } from '../../../format/format-value.js';
import { healthNames } from '../../../format/health.js';
import { limitStyle } from '../../board/render-bar.js';
import type { Palette, Style, RenderOptions } from '../../terminal/palette.js';
import { wrapText } from '../../terminal/wrap-text.js';
import type { RowFacts } from '../../board/row-facts.js';
import { listColumns, type ListColumn } from './list-choices.js';
import { HOW_TO_ADD } from './render-ids.js';
import { renderTable, type TableColumn } from './render-table.js';

interface UnconfirmedCreates {
  readonly unconfirmed: readonly UnconfirmedCreate[];
  /** Unix milliseconds. */
  readonly now: number;
  /** The arguments with which another command uses the same state. */
  readonly stateArguments: string;
}

export type ListedRow = RowFacts<Database>;

export interface KeptDatabases extends UnconfirmedCreates {
  readonly rows: readonly ListedRow[];
  /** All kept databases. There are fewer rows if some are left out. */
  readonly kept: readonly ListedRow[];
  /** @default as many as fit, the most important first */
  readonly columns: readonly ListColumn[] | undefined;
}

export function renderList(list: KeptDatabases, options: RenderOptions): string {
  const { rows, kept, now } = list;
  const { columns, palette } = options;
  const creates = renderUnconfirmed(list, options);
  const rest = creates.length === 0 ? [] : ['', ...creates];
  if (kept.length === 0) return [...wrapText(HOW_TO_ADD, columns), ...rest].join('\n');
  const { lines, hidden } = renderTable(rows, columnsAt(now, list.columns ?? listColumns), options);
  const footer = wrapText(footerOf(list, hidden), columns).map(palette.dim);
  return [...(rows.length === 0 ? [] : [...lines, '']), ...footer, ...rest].join('\n');
}

/** Renders rows as tab-separated values, with a line of headings. Unprintable characters, tabs too, are escaped. */
export function renderTsv(rows: readonly ListedRow[], columns: readonly ListColumn[], now: number): string {
  const shown = columnsAt(now, columns);
  return [columns, ...rows.map((row) => shown.map(({ show }) => show(row)))]
    .map((cells) => cells.join('\t'))
    .join('\n');
}

function columnsAt(now: number, names: readonly ListColumn[]): readonly TableColumn<ListedRow>[] {
  const columns: Readonly<Record<ListColumn, Omit<TableColumn<ListedRow>, 'heading'> & { readonly heading?: string }>> =
    {
      id: { show: ({ id }) => formatValue(id), leastColumns: 36 },
      name: { show: field('database_name'), leastColumns: 10 },
      state: { show: stateOf, leastColumns: 9, styleOf: stateStyle },
      health: { show: healthOf, leastColumns: 13, styleOf: healthStyle },
      use: { heading: 'most used', show: useOf, leastColumns: 16, styleOf: useStyle },
      read: { show: (row) => ageOf(row, now), leastColumns: 12 },
      pending: { show: field('modifying_state'), leastColumns: 10, styleOf: pendingStyle },
      plan: { show: field('type'), leastColumns: 8 },
      region: { show: field('primary_region'), leastColumns: 14 },
      'read-regions': { heading: 'read regions', show: field('read_regions'), leastColumns: 14 },
    };
  return names.map((name) => ({ heading: name, ...columns[name] }));
}

/** An empty text is at rest, like an absent one. */
function field(name: string): (row: ListedRow) => string {
  return ({ entry: { record } }) => {
    const value = (record as Readonly<Record<string, unknown>> | undefined)?.[name];
    return formatValue(value === '' ? undefined : value);
  };
}

function stateOf({ entry: { status, record } }: ListedRow): string {
  return status === 'missing' ? 'missing' : formatValue(record?.state);
}

function stateStyle({ entry: { status, record } }: ListedRow, palette: Palette): Style | undefined {
  if (status === 'missing' || record?.state === 'suspended') return palette.red;
  if (record === undefined) return undefined;
  return record.state === 'active' ? palette.green : palette.yellow;
}

/** The condition in words, such as `near a limit`. A database that was never read has none. */
function healthOf({ health }: ListedRow): string {
  return health.kind === 'loading' ? '–' : healthNames[health.kind].toLowerCase();
}

function healthStyle({ health }: ListedRow, palette: Palette): Style | undefined {
  if (health.kind === 'missing' || health.kind === 'beyond') return palette.red;
  return isTrouble(health) ? palette.yellow : undefined;
}

function useOf({ worst }: ListedRow): string {
  return worst === undefined ? '–' : `${describeShare(worst.ratio)} ${worst.name}, ${describeUse(worst)}`;
}

function useStyle({ worst }: ListedRow, palette: Palette): Style | undefined {
  return worst && limitStyle(worst.status, palette);
}

function pendingStyle({ entry: { record } }: ListedRow, { yellow }: Palette): Style | undefined {
  return record?.modifying_state ? yellow : undefined;
}

function ageOf({ entry: { confirmedAt } }: ListedRow, now: number): string {
  return confirmedAt === undefined ? 'never' : `${describeDuration(now - confirmedAt)} ago`;
}

function footerOf({ rows, kept }: KeptDatabases, hidden: readonly string[]): string {
  const entries = kept.map(({ entry }) => entry);
  const missing = entries.filter(({ status }) => status === 'missing').length;
  const unread = entries.filter(({ status, error }) => status === 'unknown' && error === undefined).length;
  const counted = kept.length === 1 ? '1 database.' : `${kept.length.toLocaleString('en')} databases.`;
  const needing = rows.length === 1 ? '1 needs' : `${rows.length.toLocaleString('en')} need`;
  const chosen = rows.length === 0 ? 'None needs attention.' : `${needing} attention.`;
  return [
    counted,
    ...(rows.length === kept.length ? [] : [chosen]),
    ...(missing === 0 ? [] : [`The service does not know ${missing.toLocaleString('en')} of them.`]),
    ...(unread === 0 ? [] : [`${unread.toLocaleString('en')} not read yet: --refresh reads all.`]),
    ...(hidden.length === 0 ? [] : [`A wider terminal, or --json, also shows: ${hidden.join(', ')}.`]),
  ].join(' ');
}

/** Renders the creates whose outcome is not known, and how to resolve them. Without a create, returns no lines. */
function renderUnconfirmed(
  { unconfirmed: creates, now, stateArguments }: UnconfirmedCreates,
  { columns, palette }: RenderOptions,
): string[] {
  const [first] = creates;
  if (first === undefined) return [];
  const title =
    creates.length === 1
      ? 'The outcome of a create is not known, so its database may exist:'
      : `The outcome of ${creates.length} creates is not known, so their databases may exist:`;
  const nextStep =
    creates.length === 1
      ? 'Look for the database in the console of the service. Then run one of these commands:'
      : 'Look for each database in the console of the service. Then run one of these commands with its key:';
  const command = `fleetglass ids resolve${stateArguments} ${first.key}`;
  const { lines } = renderTable(creates, createColumnsAt(now), { columns: columns - INDENT.length, palette });
  return [
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

function createColumnsAt(now: number): readonly TableColumn<UnconfirmedCreate>[] {
  return [
    { heading: 'key', show: ({ key }) => formatValue(key), leastColumns: 24 },
    { heading: 'name', show: ({ request }) => formatValue(request.database_name), leastColumns: 12 },
    { heading: 'sent', show: ({ startedAt }) => `${describeDuration(now - startedAt)} ago`, leastColumns: 10 },
    { heading: 'region', show: ({ request }) => formatValue(request.primary_region), leastColumns: 14 },
    { heading: 'platform', show: ({ request }) => formatValue(request.platform), leastColumns: 8 },
  ];
}
