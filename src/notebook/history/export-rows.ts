import * as v from 'valibot';
import type { ResourceKind } from '../../index.js';
import { aBoolean, isObjectWith } from '../../core/shared/option-schemas.js';
import { checkOptions } from '../../core/shared/read-options.js';
import { invalidRequest } from '../../core/shared/refuse-issues.js';
import { csvCell, withoutFormula } from '../../format/csv-cell.js';
import type { ColumnValue } from './column-builder.js';
import { columnNames, exactValueOf, rowReader, type ExactRow } from './create-history.js';
import { requireHistory, type History, type HistoryRow } from './history.js';
import { nodeModule } from './node-module.js';

/** A row of a history with its fields as own members. */
export interface HistoryObject {
  readonly time: Date;
  readonly resource: ResourceKind;
  readonly id: string;
  readonly status: HistoryRow['status'];
  /** The captured fields. Absent values are `undefined`. */
  readonly [field: string]: number | string | Date | undefined;
}

/**
 * Returns the rows of a history as plain objects, for Observable Plot, Arquero and other libraries that take arrays.
 *
 * @example
 * ```ts
 * Plot.lineY(toObjects(history), { x: 'time', y: 'db_memory_threshold_used', stroke: 'id' }).plot();
 * ```
 */
export function toObjects(history: History): HistoryObject[] {
  requireHistory(history);
  return Array.from(history.rows(), ({ at, values, ...facts }) => ({ time: new Date(at), ...facts, ...values }));
}

/** The options of `csvOf` and `writeCsv`. */
export interface CsvOptions {
  /**
   * Leaves all texts as they are. Otherwise an apostrophe is added before a text that a spreadsheet would run as a
   * formula. Such a text begins with `=`, `+`, `-`, `@`, a tab or a line break. Numbers are never changed.
   *
   * @default false
   */
  readonly exact?: boolean | undefined;
}

const csvSchema = { exact: v.optional(aBoolean, false) };

/**
 * Returns the rows of a history as CSV (RFC 4180), in parts of some kilobytes. The first line has the names of the
 * columns, and each row is a line. Times are ISO 8601 in UTC, and integers have all their digits. An absent value is an
 * empty cell, an empty text is `""`.
 *
 * @throws FleetError `invalid-request` for wrong options
 * @example
 * ```ts
 * for await (const text of csvOf(history)) process.stdout.write(text);
 * ```
 */
export function csvOf(history: History, options: CsvOptions = {}): AsyncIterable<string> {
  requireHistory(history);
  const { exact } = checkOptions('configure', csvSchema, options);
  const textCell = exact ? csvCell : (text: string) => csvCell(withoutFormula(text));
  const cellOf = (value: ColumnValue): string => (typeof value === 'string' ? textCell(value) : String(value ?? ''));
  return partsOf(history, `time,${columnNames(history).join(',')}\r\n`, ({ at, resource, id, status, values }) => {
    const cells = [resource, id, status, ...history.fields.map((field) => values[field])].map(cellOf);
    return `${new Date(at).toISOString()},${cells.join(',')}\r\n`;
  });
}

/** The members of a `Writable` of Node that `writeCsv` uses. */
export interface NodeWritable {
  write(chunk: Uint8Array, done: (error?: Error | null) => void): boolean;
  end(done: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** A place to which a history can be written. */
export type HistoryWritable = WritableStream<Uint8Array> | NodeWritable;

/**
 * Writes a history as CSV to a stream of the platform, and ends the stream. It waits whenever the stream is full, so memory
 * stays bounded.
 *
 * @param writable a `WritableStream` for bytes, or a `Writable` of Node
 * @throws FleetError `invalid-request` for wrong options; the error of the stream if it fails
 * @example
 * ```ts
 * await writeCsv(history, createWriteStream('history.csv'));
 * ```
 */
export async function writeCsv(history: History, writable: HistoryWritable, options: CsvOptions = {}): Promise<void> {
  const texts = csvOf(history, options);
  if (isObjectWith(writable, ['getWriter'])) {
    const writer = (writable as WritableStream<Uint8Array>).getWriter();
    try {
      for await (const text of texts) await writer.write(new TextEncoder().encode(text));
      return await writer.close();
    } finally {
      writer.releaseLock();
    }
  }
  const streams = nodeModule?.('node:stream/promises');
  const message = 'expected a WritableStream, or a Writable of Node';
  if (streams === undefined || !isObjectWith(writable, ['write', 'end', 'on']))
    throw invalidRequest('configure', [{ path: 'writable', message }]);
  // Standard output and standard error stay open, because the program may print more.
  const { fd = -1 } = writable as { fd?: number };
  await streams.pipeline(texts, writable as NodeJS.WritableStream, { end: fd !== 1 && fd !== 2 });
}

/**
 * Returns the rows of a history as JSON Lines, in parts of some kilobytes: an object for each row, with `null` for absent
 * values. Integers have all their digits.
 *
 * @example
 * ```ts
 * await pipeline(Readable.from(jsonLinesOf(history)), createWriteStream('history.jsonl'));
 * ```
 */
export function jsonLinesOf(history: History): AsyncIterable<string> {
  requireHistory(history);
  return partsOf(history, '', (row) => jsonLine(row, history.fields));
}

export const LINE_BEGIN = '{"time":';

/** A row as an object of JSON, with `null` for absent values and all digits of integers. */
export function jsonLine({ at, resource, id, status, values }: ExactRow, fields: readonly string[]): string {
  const cells = fields.map((field) => `,${JSON.stringify(field)}:${jsonValue(values[field])}`);
  const time = new Date(Math.round(at)).toISOString();
  return `${LINE_BEGIN}"${time}","resource":"${resource}","id":${JSON.stringify(id)},"status":"${status}"${cells.join('')}}\n`;
}

function jsonValue(value: ColumnValue): string {
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value ?? null);
}

const PART_LENGTH = 65_536;

function partsOf(history: History, header: string, lineOf: (row: ExactRow) => string): AsyncIterable<string> {
  return {
    // A generator could be read only once, and would be empty afterwards.
    async *[Symbol.asyncIterator]() {
      const rowAt = rowReader(history, history.fields, exactValueOf);
      let part = header;
      for (let row = 0; row < history.rowCount; row++) {
        part += lineOf(rowAt(row));
        if (part.length < PART_LENGTH) continue;
        yield part;
        part = '';
      }
      if (part !== '') yield part;
    },
  };
}
