import stringWidth from 'fast-string-width';
import { isObject } from '../../../core/shared/is-object.js';
import { databaseGroups } from '../../../format/database-groups.js';
import type { ShownRecord } from '../../../format/exact-record.js';
import type { FieldGroup } from '../../../format/field-group.js';
import { formatValue } from '../../../format/format-value.js';
import { printable } from '../../../format/printable.js';
import { cutText } from '../../terminal/wrap-text.js';
import type { Palette, Style, RenderOptions } from '../../terminal/palette.js';
import { renderFields, type FieldLine } from '../../terminal/render-fields.js';

const GAP = 2;
const LABEL_COLUMNS = 32;
const NAME_COLUMNS = 1000;

export function renderDatabase(record: ShownRecord, options: RenderOptions): string {
  const blocks = databaseGroups.map((group) => ({ title: group.title, lines: linesOf(record, group) }));
  blocks.push({ title: 'Other fields', lines: otherLines(record) });
  return [headline(record, options), ...renderFields(blocks, options).map((lines) => lines.join('\n'))].join('\n\n');
}

function headline({ database_name: name, state }: ShownRecord, { columns, palette }: RenderOptions): string {
  const stateText = cutText(formatValue(state), LABEL_COLUMNS);
  const nameText = cutText(formatValue(name), Math.min(NAME_COLUMNS, columns - stringWidth(stateText) - GAP));
  return `${palette.bold(palette.cyan(nameText))}${' '.repeat(GAP)}${stateStyle(state, palette)(stateText)}`;
}

function stateStyle(state: unknown, palette: Palette): Style {
  if (state === 'active') return palette.green;
  return state === 'suspended' ? palette.red : palette.yellow;
}

function linesOf(record: ShownRecord, { within, fields }: FieldGroup): FieldLine[] {
  const container = within === undefined ? record : record[within];
  if (!isObject(container)) return [];
  const wordsOf = (field: string) => (Object.hasOwn(fields, field) ? fields[field] : undefined);
  const others = within === undefined ? [] : Object.keys(container).filter((field) => !Object.hasOwn(fields, field));
  return [...Object.keys(fields), ...others]
    .filter((field) => Object.hasOwn(container, field))
    .map((field) => ({ label: labelOf(field), value: formatValue(container[field], wordsOf(field)?.meaning) }));
}

function otherLines(record: ShownRecord): FieldLine[] {
  const known = new Set(['database_name', ...databaseGroups.flatMap((group) => knownFields(record, group))]);
  return Object.keys(record)
    .filter((field) => !known.has(field))
    .map((field) => ({ label: labelOf(field), value: formatValue(record[field]) }));
}

/** If the container of a group is not an object, it is shown as one of the other fields. */
function knownFields(record: ShownRecord, { within, fields }: FieldGroup): string[] {
  if (within === undefined) return Object.keys(fields);
  return isObject(record[within]) ? [within] : [];
}

function labelOf(field: string): string {
  return cutText(printable(field), LABEL_COLUMNS);
}
