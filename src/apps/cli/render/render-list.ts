import type { UnconfirmedCreate } from '../../../core/fleet/storage.js';
import type { Database, Entry } from '../../../index.js';
import { describeDuration } from '../../../format/describe-duration.js';
import { formatValue } from '../../../format/format-value.js';
import type { Palette, Style, RenderOptions } from '../../terminal/palette.js';
import { wrapText } from '../../terminal/wrap-text.js';
import { HOW_TO_ADD } from './render-ids.js';
import { renderTable, type TableColumn } from './render-table.js';

interface UnconfirmedCreates {
  readonly unconfirmed: readonly UnconfirmedCreate[];
  /** Unix milliseconds. */
  readonly now: number;
  /** The arguments with which another command uses the same state. */
  readonly stateArguments: string;
}

export interface KeptDatabases extends UnconfirmedCreates {
  readonly entries: readonly Entry<Database>[];
}

export function renderList(kept: KeptDatabases, options: RenderOptions): string {
  const { entries, now } = kept;
  const { columns, palette } = options;
  const creates = renderUnconfirmed(kept, options);
  if (entries.length === 0) {
    const words = wrapText(HOW_TO_ADD, columns);
    return [...words, ...(creates.length === 0 ? [] : ['', ...creates])].join('\n');
  }
  const { lines, hidden } = renderTable(entries, columnsAt(now), options);
  const footer = wrapText(footerOf(entries, hidden), columns).map(palette.dim);
  return [...lines, '', ...footer, ...(creates.length === 0 ? [] : ['', ...creates])].join('\n');
}

function columnsAt(now: number): readonly TableColumn<Entry<Database>>[] {
  return [
    { heading: 'id', show: ({ id }) => formatValue(id), leastColumns: 36 },
    { heading: 'name', show: field('database_name'), leastColumns: 10 },
    { heading: 'state', show: stateOf, leastColumns: 14, styleOf: stateStyle },
    { heading: 'read', show: (entry) => ageOf(entry, now), leastColumns: 12 },
    { heading: 'pending', show: field('modifying_state'), leastColumns: 10, styleOf: pendingStyle },
    { heading: 'plan', show: field('type'), leastColumns: 8 },
    { heading: 'region', show: field('primary_region'), leastColumns: 14 },
    { heading: 'read regions', show: field('read_regions'), leastColumns: 14 },
  ];
}

/** An empty text is at rest, like an absent one. */
function field(name: string): (entry: Entry<Database>) => string {
  return ({ record }) => {
    const value = (record as Readonly<Record<string, unknown>> | undefined)?.[name];
    return formatValue(value === '' ? undefined : value);
  };
}

function stateOf({ status, record }: Entry<Database>): string {
  return status === 'missing' ? 'missing' : formatValue(record?.state);
}

function stateStyle({ status, record }: Entry<Database>, palette: Palette): Style | undefined {
  if (status === 'missing' || record?.state === 'suspended') return palette.red;
  if (record === undefined) return undefined;
  return record.state === 'active' ? palette.green : palette.yellow;
}

function pendingStyle({ record }: Entry<Database>, { yellow }: Palette): Style | undefined {
  return record?.modifying_state ? yellow : undefined;
}

function ageOf({ confirmedAt }: Entry<Database>, now: number): string {
  return confirmedAt === undefined ? 'never' : `${describeDuration(now - confirmedAt)} ago`;
}

function footerOf(entries: readonly Entry<Database>[], hidden: readonly string[]): string {
  const missing = entries.filter(({ status }) => status === 'missing').length;
  const unread = entries.filter(({ status, error }) => status === 'unknown' && error === undefined).length;
  const counted = entries.length === 1 ? '1 database.' : `${entries.length.toLocaleString('en')} databases.`;
  return [
    counted,
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
