import * as v from 'valibot';
import { isObject } from '../../core/shared/is-object.js';
import { isObjectWith } from '../../core/shared/option-schemas.js';
import { checkOptions } from '../../core/shared/read-options.js';
import type { ArrowTable } from './arrow-table.js';
import { columnsFrame, isArrowFile, readArrow, rowsFrame, tableFrame, unusable, type DataFrame } from './data-frame.js';
import { historyOfFrame, mappingSchema, type HistoryMapping, type ParsedMapping } from './history-of-frame.js';
import type { History } from './history.js';
import {
  csvFrame,
  jsonLinesFrame,
  parseExactJson,
  prometheusFrame,
  prometheusSchema,
  type PrometheusAnswer,
} from './parsed-frames.js';

/** Data that becomes a history. Bytes and texts are CSV, JSON Lines, JSON of any other form, or a file of Arrow. */
export type HistoryData =
  | readonly object[]
  | Readonly<Record<string, ArrayLike<unknown>>>
  | ArrowTable
  | PrometheusAnswer
  | string
  | Uint8Array
  | ArrayBuffer;

const rowsSchema = v.array(v.custom<object>((row) => typeof row === 'object' && row !== null));
const columnsSchema = v.record(
  v.string(),
  v.custom<ArrayLike<unknown>>((column) => Array.isArray(column) || ArrayBuffer.isView(column)),
);

/**
 * Makes a history of your own data: rows, columns, CSV, JSON Lines, an Arrow table or file, or Prometheus's answer to a
 * range query.
 *
 * - Rows are put in the order of time. Times of all zones become UTC.
 * - A row that repeats another exactly is left out; `duplicateRows` counts them.
 * - An absent status is `fresh`.
 * - Columns of digits in CSV become numbers, and integers keep all their digits.
 *
 * @throws FleetError `invalid-request`, whose `issues` name up to 50 problems by the number of the row, from 1
 * @example
 * ```ts
 * const history = await historyFrom(await readFile('clients.csv', 'utf8'), {
 *   id: 'server',
 *   fields: { db_max_clients_used: 'connections' },
 *   timeZone: 'Europe/Berlin',
 * });
 * ```
 */
export async function historyFrom(data: HistoryData, mapping: HistoryMapping = {}): Promise<History> {
  const parsed = checkOptions('configure', mappingSchema, mapping, 'mapping');
  return historyOfFrame(await frameOf(data, parsed), parsed);
}

async function frameOf(data: unknown, mapping: ParsedMapping): Promise<DataFrame> {
  if (isBytes(data)) {
    const bytes = ArrayBuffer.isView(data) ? data : new Uint8Array(data);
    return isArrowFile(bytes) ? tableFrame(await readArrow(bytes)) : textFrame(decode(bytes), mapping);
  }
  if (typeof data === 'string') return textFrame(data, mapping);
  if (isObjectWith(data, ['getChild', 'toArray'])) return tableFrame(data as ArrowTable);
  const answer = v.safeParse(prometheusSchema, data);
  if (answer.success) return prometheusFrame(answer.output, mapping);
  if (v.is(rowsSchema, data)) return rowsFrame(data);
  if (isPlainObject(data) && v.is(columnsSchema, data)) return columnsFrame(data);
  if (isObjectWith(data, ['then']))
    throw unusable('expected the data, not a promise of it: write historyFrom(await data)');
  throw unusable('expected rows, columns, CSV, JSON Lines, an Arrow table or file, or a range answer of Prometheus');
}

/** Whether data is a plain object of any realm. A Map, a Response or another instance would be an empty history. */
function isPlainObject(data: unknown): boolean {
  const prototype: unknown = isObject(data) ? Object.getPrototypeOf(data) : undefined;
  return prototype === null || (isObject(prototype) && Object.getPrototypeOf(prototype) === null);
}

function isBytes(data: unknown): data is Uint8Array | ArrayBuffer {
  const form = Object.prototype.toString.call(data);
  return form === '[object Uint8Array]' || form === '[object ArrayBuffer]';
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // The last line of a capture may be cut off within a character. Such a line is left out.
    const lines = bytes.subarray(0, bytes.lastIndexOf(LINE_FEED) + 1);
    if (lines[0] === BRACE && (bytes.at(-1) as number) > 0x7f) return decode(lines);
    const advice = 'read the parts of a longer text, and join their histories by concat';
    throw unusable(`expected a text in UTF-8 of less than 512 MB, or a whole file of Arrow; ${advice}`);
  }
}

const BRACE = 0x7b;
const LINE_FEED = 0x0a;

async function textFrame(given: string, mapping: ParsedMapping): Promise<DataFrame> {
  const text = given.replace(/^\uFEFF/, '');
  const [begin] = /\S/.exec(text) ?? [''];
  if (begin !== '{' && begin !== '[') return csvFrame(text, mapping.delimiter);
  const data = parseExactJson(text);
  if (data === undefined && begin === '{') return jsonLinesFrame(text);
  if (data === undefined) throw unusable('expected JSON: the text is cut off or damaged');
  const isRow = begin === '{' && !v.is(prometheusSchema, data) && !v.is(columnsSchema, data);
  return frameOf(isRow ? [data] : data, mapping);
}
