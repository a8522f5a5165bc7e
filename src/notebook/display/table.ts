import { cutText } from './cut-text.js';
import { createDisplay, type Display } from './display.js';
import { frameHtml, frameText, type Frame } from './frame.js';
import { html, type Html } from './html.js';
import { alignRows } from './align-rows.js';

/** A cell. Its text is cut to the width of its column's kind. */
export interface Cell {
  /** The text for `text/plain`, and for HTML if `html` is absent. */
  readonly text: string;
  readonly html?: Html;
}

/** A column that people see. */
export interface Column {
  readonly title: string;
  /** Numbers are aligned to the right. @default 'left' */
  readonly align?: 'left' | 'right';
  /** Whether HTML leaves it out where there is little room. @default false */
  readonly isOptional?: boolean;
}

/** A column of the data, which programs read. */
export interface DataField {
  readonly name: string;
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'datetime';
}

export type DataRow = Readonly<Record<string, string | number | boolean | null>>;

/** A table for people, and its data for programs. */
export interface Table extends Frame {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  /** How many rows are left out. */
  readonly more: number;
  /** The text in place of a table without rows. */
  readonly empty: string;
  readonly fields: readonly DataField[];
  readonly data: readonly DataRow[];
}

/** Makes the display of a table, in three formats. */
export function createTableDisplay(table: Table): Display {
  return createDisplay({
    'text/html': frameHtml(table, tableHtml(table)),
    'text/plain': frameText(table, tableText(table)),
    'application/vnd.dataresource+json': dataResource(table),
  });
}

export type TableRows = Pick<Table, 'columns' | 'rows' | 'more' | 'empty'>;

export function tableHtml({ columns, rows, more, empty }: TableRows): Html {
  if (rows.length === 0) return html`<p class="fg-empty">${empty}</p>`;
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
    </div>
    ${more > 0 ? html`<p class="fg-note">${moreText(more)}</p>` : undefined}`;
}

/** The longest text of a cell in `text/plain`: a name and an id. */
const MAX_CELL = 80;

export function tableText({ columns, rows, more, empty }: TableRows): string[] {
  if (rows.length === 0) return [empty];
  const head = columns.map(({ title }) => title);
  const lines = alignRows(
    [head, ...rows.map((cells) => cells.map(({ text }) => cutText(text, MAX_CELL)))],
    columns.map(({ align }) => align ?? 'left'),
  );
  return more > 0 ? [...lines, moreText(more)] : lines;
}

function moreText(more: number): string {
  return `and ${more.toLocaleString('en')} more`;
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
export function dataResource({ title, fields, data }: Pick<Table, 'title' | 'fields' | 'data'>): object {
  return {
    profile: 'tabular-data-resource',
    name: title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, 60),
    schema: { fields: [...fields] },
    data: data.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, bounded(value)]))),
  };
}

function bounded(value: DataRow[string]): DataRow[string] {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' && value.length > MAX_DATA_TEXT ? `${value.slice(0, MAX_DATA_TEXT)}…` : value;
}
