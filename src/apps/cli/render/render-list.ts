import type { Database, Entry } from '../../../index.js';
import { describeDuration } from '../../../format/describe-duration.js';
import { formatValue } from '../../../format/format-value.js';
import type { Palette, Style, RenderOptions } from '../../terminal/palette.js';
import { wrapText } from '../../terminal/wrap-text.js';
import { HOW_TO_ADD } from './render-ids.js';
import { renderTable, type TableColumn } from './render-table.js';
import { renderUnconfirmed, type UnconfirmedCreates } from './render-unconfirmed.js';

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
    { heading: 'platform', show: field('platform'), leastColumns: 8 },
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
