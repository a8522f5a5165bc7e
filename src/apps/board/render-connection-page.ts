import { databaseLines, indexLines, isShortHostName } from '../../format/connection-lines.js';
import { formatValue } from '../../format/format-value.js';
import { printable } from '../../format/printable.js';
import type { RenderOptions } from '../terminal/palette.js';
import { wrapText } from '../terminal/wrap-text.js';
import { nameOf } from './arrange-rows.js';
import type { RowFacts } from './row-facts.js';

/**
 * Says how to connect to a row. The fleet has no secrets, so none is on the screen.
 *
 * @param args the options with which another command finds the same account, after a space
 */
export function renderConnectionPage(row: RowFacts, args: string, { columns, palette }: RenderOptions): string[] {
  const record: Readonly<Record<string, unknown>> = { ...row.entry.record };
  const isDatabase = row.resource === 'database';
  const lines = isDatabase ? databaseLines(record) : indexLines(record['endpoint']);
  const id = printable(row.id);
  const commands = [
    ...lines.map(({ name, text }) => [name, text] as const),
    ...(isDatabase ? [['Without typing the password', `fleetglass connect${args} ${id}`] as const] : []),
    [
      `Print the ${isDatabase ? 'password' : 'tokens'}`,
      `fleetglass ${isDatabase ? 'get' : 'indices'}${args}${isDatabase ? ` ${id}` : ''} --show-secrets`,
    ] as const,
  ];
  const notes = [
    ...(lines.length === 0 ? ['The record has no endpoint that a client could connect to.'] : []),
    ...(isShortHostName(record['endpoint'])
      ? [`The endpoint ${formatValue(record['endpoint'])} is a short name. Clients need its whole host name.`]
      : []),
  ];
  return [
    palette.bold(`Connect to ${nameOf(row)}`),
    // A line to copy is whole even where the terminal breaks it.
    ...commands.flatMap(([name, text]) => ['', palette.dim(name), ...wrapText(text, columns)]),
    ...notes.flatMap((note) => ['', ...wrapText(note, columns)]),
  ];
}
