import type { DataType, Decimal, Schema, Timestamp, Vector } from 'apache-arrow';
import { range } from 'd3-array';
import type { FleetError, FleetIssue } from '../../index.js';
import type { JsonObject } from '../../core/shared/is-object.js';
import { invalidRequest } from '../../core/shared/refuse-issues.js';
import { FORMAT, importArrow, METADATA, type ArrowTable } from './arrow-table.js';

export interface DataFrame {
  readonly names: readonly string[];
  readonly rowCount: number;
  column(name: string): ArrayLike<unknown>;
  /** All values are texts, as in CSV: digits are numbers, and an empty text is an absent value. */
  readonly isText?: boolean;
  /** The end of the history, if the data tells it. */
  readonly to?: number | undefined;
  readonly droppedRows?: number | undefined;
  readonly problems: Problems;
}

/** @param problem what is wrong with the data, and what was expected */
export function unusable(problem: string): FleetError {
  return invalidRequest('configure', [{ path: 'data', message: problem }]);
}

/** A longer list of problems is of no use to a reader. */
const MAX_PROBLEMS = 50;

/** Collects the first problems of data, by row. */
export class Problems {
  readonly #issues: FleetIssue[] = [];

  get isFull(): boolean {
    return this.#issues.length >= MAX_PROBLEMS;
  }

  /** @param row the number of the row from 0. The message counts from 1 */
  add(row: number, message: string): undefined {
    this.addAt(`row ${row + 1}`, message);
  }

  addAt(path: string, message: string): void {
    if (!this.isFull) this.#issues.push({ path, message });
  }

  /** @throws FleetError `invalid-request` if there is a problem */
  refuse(): void {
    if (this.#issues.length > 0) throw invalidRequest('configure', this.#issues);
  }
}

export function rowsFrame(rows: readonly object[], problems = new Problems()): DataFrame {
  const names = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  return {
    names: [...names],
    rowCount: rows.length,
    column: (name) => rows.map((row) => (Object.hasOwn(row, name) ? (row as JsonObject)[name] : undefined)),
    problems,
  };
}

export function columnsFrame(columns: Readonly<Record<string, ArrayLike<unknown>>>, isText = false): DataFrame {
  const names = Object.keys(columns);
  const [first, ...others] = names;
  const rowCount = first === undefined ? 0 : (columns[first]?.length ?? 0);
  const problems = new Problems();
  for (const name of others)
    if (columns[name]?.length !== rowCount)
      problems.addAt(`data.${name}`, `length ${columns[name]?.length}, but ${first} has ${rowCount}`);
  return { names, rowCount, isText, problems, column: (name) => columns[name] ?? [] };
}

/** Reads the file format and the stream format of Arrow, from any program. */
export async function readArrow(bytes: Uint8Array): Promise<ArrowTable> {
  const arrow = await importArrow();
  try {
    const table = arrow.tableFromIPC(bytes);
    // Each row has a time. A damaged number of rows would take all memory.
    if (table.numRows <= bytes.length) return table;
  } catch (error) {
    throw unusable(problemOf(String(error)));
  }
  throw unusable(DAMAGED);
}

const DAMAGED = 'a file of Arrow that is damaged';

/** Damaged bytes make the reader of Arrow throw errors of many kinds. */
function problemOf(error: string): string {
  if (/compress|codec/i.test(error))
    return 'a compressed file of Arrow: save it again with compression="uncompressed" in pandas or polars';
  if (/Unrecognized type/.test(error))
    return 'a type of Arrow that this version of apache-arrow does not read, such as Utf8View: update apache-arrow, or save the file again with compat_level=pl.CompatLevel.oldest() in polars';
  return DAMAGED;
}

/** The columns of a table. Texts of a dictionary are read once. */
export function tableFrame(table: ArrowTable): DataFrame {
  const { fields, metadata } = table.schema as Schema;
  const problems = new Problems();
  const format = metadata?.get(METADATA.format) ?? FORMAT;
  if (format !== FORMAT)
    problems.addAt('data', `a history of format ${format}, expected format ${FORMAT}: update fleetglass`);
  const numberIn = (name: string): number | undefined => {
    const text = metadata?.get(name);
    return text !== undefined && Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
  };
  return {
    names: fields.map(({ name }) => name),
    rowCount: table.numRows,
    to: numberIn(METADATA.to),
    droppedRows: numberIn(METADATA.droppedRows),
    problems,
    column(name) {
      const column = table.getChild(name) as Vector | null;
      // A table without rows may have no columns.
      if (column === null && table.numRows > 0) throw unusable(DAMAGED);
      const vector = typeof column?.memoize === 'function' ? column.memoize() : column;
      const convert = converterOf(fields.find((field) => field.name === name)?.type);
      return range(table.numRows).map((row) => {
        try {
          const value = vector?.get(row) as unknown;
          return value === null ? undefined : convert(value);
        } catch {
          return problems.add(row, `${name}: ${DAMAGED}`);
        }
      });
    },
  };
}

/** Arrow returns milliseconds for times of each unit, and the digits of a decimal without its point. */
function converterOf(type: DataType | undefined): (value: unknown) => unknown {
  const kind = type?.[Symbol.toStringTag];
  if (kind === 'Decimal') {
    const { scale } = type as Decimal;
    return (value) => (scale === 0 ? BigInt(String(value)) : Number(`${String(value)}e${-scale}`));
  }
  if (kind !== 'Timestamp' && kind !== 'Date') return (value) => value;
  const { timezone } = type as Partial<Timestamp>;
  const toTime = (value: unknown): Date => new Date(Number(value));
  // A timestamp without a zone becomes a text without a zone, so that `mapping.timeZone` applies to it.
  return timezone ? toTime : (value) => toTime(value).toISOString().slice(0, -1);
}

const STREAM = '\xff\xff\xff\xff';

/** Whether bytes begin and end as a file or a stream of Arrow. One that was cut off lacks the end. */
export function isArrowFile(bytes: Uint8Array): boolean {
  if (bytes.length <= 12) return false;
  const [begin = '', end = ''] = [bytes.subarray(0, 6), bytes.subarray(-8)].map((part) => String.fromCharCode(...part));
  if (begin === 'ARROW1') return end.endsWith(begin);
  return begin.startsWith(STREAM) && end === `${STREAM}\0\0\0\0`;
}
