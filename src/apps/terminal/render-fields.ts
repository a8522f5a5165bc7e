import stringWidth from 'fast-string-width';
import type { ShownRecord } from '../../format/exact-record.js';
import { groupFields, type FieldGroup } from '../../format/field-group.js';
import { formatValue } from '../../format/format-value.js';
import { printable } from '../../format/printable.js';
import { type RenderOptions, cutText, wrapText } from './text.js';

interface FieldLine {
  readonly label: string;
  readonly value: string;
}

interface FieldBlock {
  readonly title: string;
  readonly lines: readonly FieldLine[];
}

export const OTHER_FIELDS = 'Other fields';

export const LABEL_COLUMNS = 32;
const INDENT = 2;
const GAP = 2;
const VALUE_COLUMNS = 1000;

/** With fewer columns beside its label, a long value is printed below the label. */
const MIN_VALUE_COLUMNS = 22;
const BELOW_INDENT = 4;

/**
 * The fields that a record has, in groups, without `database_name`, which is shown elsewhere.
 *
 * @param values texts by field, which are shown in place of the values of the record
 */
export function fieldBlocks(
  record: ShownRecord,
  groups: readonly FieldGroup[],
  values: ReadonlyMap<string, string> = new Map(),
): FieldBlock[] {
  const blocks = groupFields(record, groups, OTHER_FIELDS, ['database_name']).map(({ title, fields }) => ({
    title,
    lines: fields
      .filter(({ value }) => value !== undefined)
      .map(({ path, name, value, meaning }) => ({
        label: cutText(printable(name), LABEL_COLUMNS),
        value: values.get(path) ?? formatValue(value, meaning),
      })),
  }));
  return blocks.filter(({ lines }) => lines.length > 0);
}

export function renderFields(blocks: readonly FieldBlock[], options: RenderOptions): string[][] {
  const labelColumns = Math.max(0, ...blocks.flatMap(({ lines }) => lines.map(({ label }) => stringWidth(label))));
  return blocks.map(({ title, lines }) => [
    options.palette.bold(title),
    ...lines.flatMap((line) => renderLine(line, labelColumns, options)),
  ]);
}

function renderLine({ label, value }: FieldLine, labelColumns: number, { columns, palette }: RenderOptions): string[] {
  const text = cutText(value, VALUE_COLUMNS);
  const besideIndent = INDENT + labelColumns + GAP;
  const [width, beside] = [stringWidth(text), columns - besideIndent];
  // A value without spaces, such as a host name, is printed below its label if that avoids a break, so that it can be copied.
  const breaksAnyway = text.includes(' ') || width > columns - BELOW_INDENT;
  const isBeside = width <= beside || (beside >= MIN_VALUE_COLUMNS && breaksAnyway);
  const indent = isBeside ? besideIndent : BELOW_INDENT;
  const lines = wrapText(text, columns - indent).map((line) => ' '.repeat(indent) + line);
  const start = `${' '.repeat(INDENT)}${palette.dim(label)}`;
  if (!isBeside) return [start, ...lines];
  const [first = '', ...rest] = lines;
  return [start + first.slice(INDENT + stringWidth(label)), ...rest];
}
