import type { Display, MimeBundle } from './display.js';
import { createFramedDisplay, type Frame } from './frame.js';
import { html, type Html } from './html.js';
import { alignRows, cutText } from './text.js';

/** A cell. Its text is cut to the width of its column's kind. */
export interface Cell {
  /** The text for `text/plain`, and for HTML if `html` is absent. */
  readonly text: string;
  readonly html?: Html;
}

/** A column that people see. */
export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => Cell | string;
  /** Numbers are aligned to the right. @default 'left' */
  readonly align?: 'left' | 'right';
  /** Whether HTML leaves it out where there is little room. @default false */
  readonly isOptional?: boolean;
}

type DataValue = string | number | boolean | null | undefined;

/** The columns that programs read, by name. */
export type DataFields<Row> = Readonly<
  Record<string, readonly [type: 'string' | 'number' | 'integer' | 'datetime', valueOf: (row: Row) => DataValue]>
>;

/** A table for people, and its data for programs. */
export interface Table<Row> extends Frame {
  readonly columns: readonly Column<Row>[];
  readonly fields: DataFields<Row>;
  readonly rows: readonly Row[];
  /** How many rows are left out. @default 0 */
  readonly more?: number;
  /** The sentence in place of a table without rows. */
  readonly empty: string;
}

/** Makes the display of a table, in three formats. @param parts its other formats */
export function createTableDisplay<Row>(table: Table<Row>, parts: MimeBundle = {}): Display {
  const { columns, rows, more = 0, empty } = table;
  const cells = rows.map((row) =>
    columns.map(({ cell }): Cell => {
      const made = cell(row);
      return typeof made === 'string' ? { text: made } : made;
    }),
  );
  const rest = more > 0 ? [`and ${more.toLocaleString('en')} more`] : [];
  const content = {
    html: [tableHtml(columns, cells), ...rest.map((words) => html`<p class="fg-note">${words}</p>`)],
    text: [...tableText(columns, cells), ...rest],
  };
  return createFramedDisplay(table, rows.length === 0 ? empty : content, {
    'application/vnd.dataresource+json': dataResource(table),
    ...parts,
  });
}

function tableHtml(columns: readonly Column<never>[], rows: readonly (readonly Cell[])[]): Html {
  const classes = columns.map(({ align = 'left', isOptional }) => `fg-${align}${isOptional ? ' fg-optional' : ''}`);
  const head = columns.map(({ title }, at) => html`<th scope="col" class="${classes[at]}">${title}</th>`);
  const cellHtml = ({ text, html: content }: Cell, at: number): Html =>
    html`<td class="${classes[at]}">${content ?? textHtml(text)}</td>`;
  return html`<div class="fg-scroll" tabindex="0" role="group" aria-label="Table">
    <table class="fg-table">
      <thead>
        <tr>
          ${head}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map(cellHtml)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** The longest text of a cell in `text/plain`: a name and an id. */
const MAX_CELL = 80;

function tableText(columns: readonly Column<never>[], rows: readonly (readonly Cell[])[]): string[] {
  const head = columns.map(({ title }) => title);
  return alignRows(
    [head, ...rows.map((cells) => cells.map(({ text }) => cutText(text, MAX_CELL)))],
    columns.map(({ align }) => align ?? 'left'),
  );
}

/** The longest text that a tool tip shows. */
const MAX_TITLE = 300;

/** A text, cut, with the whole text as its tool tip. */
export function textHtml(text: string, max?: number): Html {
  const shown = cutText(text, max);
  const whole = cutText(text, MAX_TITLE);
  return shown === whole ? html`${shown}` : html`<span title="${whole}">${shown}</span>`;
}

/** The longest text in the data. */
const MAX_DATA_TEXT = 1000;

/** @see https://specs.frictionlessdata.io/tabular-data-resource/ */
export function dataResource<Row>({ title, fields, rows }: Pick<Table<Row>, 'title' | 'fields' | 'rows'>): object {
  const entries = Object.entries(fields);
  return {
    profile: 'tabular-data-resource',
    name: title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, 60),
    schema: { fields: entries.map(([name, [type]]) => ({ name, type })) },
    data: rows.map((row) => Object.fromEntries(entries.map(([name, [, valueOf]]) => [name, bounded(valueOf(row))]))),
  };
}

function bounded(value: DataValue): Exclude<DataValue, undefined> {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' && value.length > MAX_DATA_TEXT
    ? `${value.slice(0, MAX_DATA_TEXT)}…`
    : (value ?? null);
}
