import type { UnconfirmedCreate } from '../../../core/fleet/storage.js';
import { describeDuration } from '../../../format/describe-duration.js';
import { formatValue } from '../../../format/format-value.js';
import type { RenderOptions } from '../../terminal/palette.js';
import { wrapText } from '../../terminal/wrap-text.js';
import { renderTable, type TableColumn } from './render-table.js';

export interface UnconfirmedCreates {
  readonly unconfirmed: readonly UnconfirmedCreate[];
  /** Unix milliseconds. */
  readonly now: number;
  /** The arguments with which another command uses the same state. */
  readonly stateArguments: string;
}

/** Renders the creates whose outcome is not known, and how to resolve them. Without a create, returns no lines. */
export function renderUnconfirmed(
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
  const { lines } = renderTable(creates, columnsAt(now), { columns: columns - INDENT.length, palette });
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

function columnsAt(now: number): readonly TableColumn<UnconfirmedCreate>[] {
  return [
    { heading: 'key', show: ({ key }) => formatValue(key), leastColumns: 24 },
    { heading: 'name', show: ({ request }) => formatValue(request.database_name), leastColumns: 12 },
    { heading: 'sent', show: ({ startedAt }) => `${describeDuration(now - startedAt)} ago`, leastColumns: 10 },
    { heading: 'region', show: ({ request }) => formatValue(request.primary_region), leastColumns: 14 },
    { heading: 'platform', show: ({ request }) => formatValue(request.platform), leastColumns: 8 },
  ];
}
