import { formatCount } from '../../format/quantities.js';
import { createFramedDisplay, type Display, type Frame, type MimeBundle } from './display.js';
import { html, type Html } from './html.js';
import { alignRows, cutText } from './text.js';
import { tonedWord, type Tone } from './tone.js';

/** A cell. Its text and its HTML are made of the same parts. */
export interface TableCell {
  readonly text: string;
  /** Stands in HTML in place of the text. It is not cut. */
  readonly html?: Html;
  /** The colour of a dot before the text. */
  readonly tone?: Tone;
  /** Stands below the text in HTML, and behind it in `text/plain`. */
  readonly under?: string | undefined;
  /** HTML alone shows it. */
  readonly bar?: Html | undefined;
}

type DataValue = string | number | boolean | null | undefined;

/** A column for people, for programs, or for both. */
export interface Column<Row> {
  /** Its header. Without a title, people do not see the column. */
  readonly title?: string | undefined;
  readonly cell?: (row: Row) => TableCell | string;
  /** Numbers are aligned to the right. @default 'left' */
  readonly align?: 'left' | 'right';
  /** Whether HTML leaves it out where there is little room. @default false */
  readonly isOptional?: boolean;
  /** Its name in the data. Without a name, programs do not see the column. */
  readonly name?: string;
  /** @default 'string' */
  readonly type?: 'string' | 'number' | 'integer' | 'datetime' | 'any';
  /** @default the text of its cell */
  readonly data?: (row: Row) => DataValue;
}

/** Makes a column of numbers for people and programs. @param textOf formats numbers and `undefined` @default counts */
export function numberColumn<Row>(
  title: string | undefined,
  name: string,
  data: (row: Row) => number | undefined,
  textOf: (value: number | undefined) => string = formatCount,
): Column<Row> {
  const type = textOf === formatCount ? 'integer' : 'number';
  return { title, align: 'right', cell: (row) => textOf(data(row)), name, type, data };
}

export interface Table<Row> extends Frame {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** How many of the rows are shown. @default all */
  readonly limit?: number;
  /** The sentence in place of a table without rows. */
  readonly empty: string;
  /** CSS rules in addition to those of every display. */
  readonly style?: string;
}

/** Makes the display of a table, in three formats. @param parts its other formats */
export function createTableDisplay<Row>(table: Table<Row>, parts: MimeBundle = {}): Display {
  const { limit, empty, style } = table;
  const rows = table.rows.slice(0, limit);
  const more = table.rows.length - rows.length;
  const columns = table.columns.filter(({ title }) => title !== undefined);
  const rest = more > 0 ? [`and ${formatCount(more)} more`] : [];
  const content = {
    html: [tableHtml(columns, rows), ...rest.map((words) => html`<p class="fg-note">${words}</p>`)],
    text: [...tableText(columns, rows), ...rest],
    style,
  };
  return createFramedDisplay(table, rows.length === 0 ? empty : content, { ...dataPart({ ...table, rows }), ...parts });
}

function cellOf<Row>({ cell }: Column<Row>, row: Row): TableCell {
  const made = cell?.(row) ?? '';
  return typeof made === 'string' ? { text: made } : made;
}

/** The lines of a table. @param columns each has a title */
export function tableText<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[] {
  const titles = columns.map(({ title = '' }) => title);
  const texts = rows.map((row) => columns.map((column) => cutText(cellText(cellOf(column, row)), 80)));
  const sides = columns.map(({ align = 'left' }) => align);
  return alignRows([titles, ...texts], sides);
}

function tableHtml<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Html {
  const classes = columns.map(({ align = 'left', isOptional }) => `fg-${align}${isOptional ? ' fg-optional' : ''}`);
  const head = columns.map(({ title }, at) => html`<th scope="col" class="${classes[at]}">${title}</th>`);
  const body = rows.map(
    (row) =>
      html`<tr>
        ${columns.map((column, at) => html`<td class="${classes[at]}">${cellHtml(cellOf(column, row))}</td>`)}
      </tr>`,
  );
  return html`<div class="fg-scroll" tabindex="0" role="group" aria-label="Table">
    <table class="fg-table">
      <thead>
        <tr>
          ${head}
        </tr>
      </thead>
      <tbody>
        ${body}
      </tbody>
    </table>
  </div>`;
}

export function cellText({ text, under }: TableCell): string {
  return under === undefined ? text : `${text}, ${under}`;
}

export function cellHtml({ text, html: content = textHtml(text), tone, under, bar }: TableCell): Html {
  const below = under === undefined ? undefined : html` <span class="fg-under">${textHtml(under)}</span>`;
  return html`${tone === undefined ? content : tonedWord(content, tone)}${below}${bar}`;
}

const MAX_TOOL_TIP = 300;

export function textHtml(text: string, max?: number): Html {
  const shown = cutText(text, max);
  const whole = cutText(text, MAX_TOOL_TIP);
  return shown === whole ? html`${shown}` : html`<span title="${whole}">${shown}</span>`;
}

const MAX_DATA_TEXT = 1000;

/** The part of a bundle with the data of a table. @see https://specs.frictionlessdata.io/tabular-data-resource/ */
export function dataPart<Row>({ title, columns, rows }: Pick<Table<Row>, 'title' | 'columns' | 'rows'>): MimeBundle {
  const named = columns.filter(({ name }) => name !== undefined);
  const valueOf = (column: Column<Row>, row: Row): DataValue =>
    bounded(column.data === undefined ? cellText(cellOf(column, row)) : column.data(row));
  const resource = {
    profile: 'tabular-data-resource',
    name: title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, 60),
    schema: { fields: named.map(({ name, type = 'string' }) => ({ name, type })) },
    data: rows.map((row) => Object.fromEntries(named.map((column) => [column.name, valueOf(column, row)]))),
  };
  return { 'application/vnd.dataresource+json': resource };
}

function bounded(value: DataValue): DataValue {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' && value.length > MAX_DATA_TEXT
    ? `${value.slice(0, MAX_DATA_TEXT)}…`
    : (value ?? null);
}
