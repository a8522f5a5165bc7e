import type { UnconfirmedCreate } from '../../../core/fleet/storage.js';
import { formatValue } from '../../../format/format-value.js';
import { printable } from '../../../format/printable.js';
import type { RenderOptions } from '../../terminal/palette.js';
import { wrapText } from '../../terminal/wrap-text.js';
import { renderTable, type TableColumn } from './render-table.js';

export interface IdList {
  readonly directory: string;
  readonly ids: readonly KeptId[];
  readonly unconfirmed: readonly UnconfirmedCreate[];
}

interface KeptId {
  readonly id: string;
  readonly name: string | undefined;
}

const idColumns: readonly TableColumn<KeptId>[] = [
  { heading: 'id', show: ({ id }) => formatValue(id), leastColumns: 36 },
  { heading: 'name', show: ({ name }) => formatValue(name), leastColumns: 16 },
];

export function renderIds({ directory, ids: kept, unconfirmed }: IdList, options: RenderOptions): string {
  const { columns, palette } = options;
  const counted = kept.length === 1 ? '1 id is' : `${kept.length.toLocaleString('en')} ids are`;
  const creates = unconfirmed.length === 1 ? '1 create' : `${unconfirmed.length} creates`;
  const { lines, hidden } = renderTable(kept, idColumns, options);
  const footer = [
    kept.length === 0 ? HOW_TO_ADD : `${counted} kept in ${printable(directory)}.`,
    ...(hidden.length === 0 ? [] : [`A wider terminal also shows: ${hidden.join(', ')}.`]),
    ...(unconfirmed.length === 0 ? [] : [`The outcome of ${creates} is not known: see \`fleetglass list\`.`]),
  ].flatMap((text) => wrapText(text, columns));
  if (kept.length === 0) return footer.join('\n');
  return [...lines, '', ...footer.map(palette.dim)].join('\n');
}

export const HOW_TO_ADD =
  'No ids are kept yet. `fleetglass ids add <id>` adds the id of a database, and `fleetglass ids import <file>` adds the ids of a file.';
