import stringWidth from 'fast-string-width';
import { isObject } from '../../../core/api/inspect.js';
import { cutText } from '../../terminal/cut-text.js';
import { databaseGroups } from '../../../format/database-groups.js';
import type { ShownRecord } from '../../../format/exact-record.js';
import type { FieldGroup } from '../../../format/field-group.js';
import { formatValue } from '../../../format/format-value.js';
import type { Palette, Style } from '../../terminal/palette.js';
import { printable } from '../../../format/printable.js';
import type { RenderOptions } from '../../terminal/render-options.js';
import { wrapText } from '../../terminal/wrap-text.js';

/** A field of a record and its value. */
interface Line {
  readonly label: string;
  readonly value: string;
}

const INDENT = 2;
const GAP = 2;
const LABEL_COLUMNS = 32;
const VALUE_COLUMNS = 1000;

/** With fewer columns beside its label, a long value is printed below the label. */
const MIN_VALUE_COLUMNS = 22;
const BELOW_INDENT = 4;

/** Renders a database in groups of fields, aligned and in units. Fields without a group are at the end. */
export function renderDatabase(record: ShownRecord, options: RenderOptions): string {
  const shown = databaseGroups.map((group) => ({ title: group.title, lines: linesOf(record, group) }));
  shown.push({ title: 'Other fields', lines: otherLines(record) });
  const labelColumns = Math.max(0, ...shown.flatMap(({ lines }) => lines.map(({ label }) => stringWidth(label))));
  const blocks = shown
    .filter(({ lines }) => lines.length > 0)
    .map(({ title, lines }) => [
      options.palette.bold(title),
      ...lines.flatMap((line) => renderLine(line, labelColumns, options)),
    ]);
  return [headline(record, options), ...blocks.map((lines) => lines.join('\n'))].join('\n\n');
}

function headline({ database_name: name, state }: ShownRecord, { columns, palette }: RenderOptions): string {
  const stateText = cutText(formatValue(state), LABEL_COLUMNS);
  const nameText = cutText(formatValue(name), Math.min(VALUE_COLUMNS, columns - stringWidth(stateText) - GAP));
  return `${palette.bold(palette.cyan(nameText))}${' '.repeat(GAP)}${stateStyle(state, palette)(stateText)}`;
}

function stateStyle(state: unknown, palette: Palette): Style {
  if (state === 'active') return palette.green;
  return state === 'suspended' ? palette.red : palette.yellow;
}

function linesOf(record: ShownRecord, { within, fields }: FieldGroup): Line[] {
  const container = within === undefined ? record : record[within];
  if (!isObject(container)) return [];
  const others = within === undefined ? [] : Object.keys(container).filter((field) => !Object.hasOwn(fields, field));
  return [...Object.keys(fields), ...others]
    .filter((field) => Object.hasOwn(container, field))
    .map((field) => ({ label: labelOf(field), value: formatValue(container[field], fields[field]?.meaning) }));
}

function otherLines(record: ShownRecord): Line[] {
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

function renderLine({ label, value }: Line, labelColumns: number, { columns, palette }: RenderOptions): string[] {
  const text = cutText(value, VALUE_COLUMNS);
  const besideIndent = INDENT + labelColumns + GAP;
  const isBeside = fitsBeside(text, columns - besideIndent, columns - BELOW_INDENT);
  const indent = isBeside ? besideIndent : BELOW_INDENT;
  const [first = '', ...rest] = wrapText(text, columns - indent);
  const space = isBeside ? ' '.repeat(besideIndent - INDENT - stringWidth(label)) : `\n${' '.repeat(indent)}`;
  return [
    `${' '.repeat(INDENT)}${palette.dim(label)}${space}${first}`,
    ...rest.map((more) => ' '.repeat(indent) + more),
  ];
}

/** A value without spaces, such as a host name, is printed below its label if that avoids a break, so that it can be copied. */
function fitsBeside(text: string, besideColumns: number, belowColumns: number): boolean {
  const width = stringWidth(text);
  if (width <= besideColumns) return true;
  return besideColumns >= MIN_VALUE_COLUMNS && (text.includes(' ') || width > belowColumns);
}
