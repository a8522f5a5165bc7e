import type { HistoryColumn } from './history.js';

export type ColumnKind = HistoryColumn['kind'];
/** A bigint is an integer with all its digits. A history keeps those of 64 bits. */
export type ColumnValue = number | bigint | string | undefined;

/**
 * A column to which rows are added in their order. Stored values never change, so the columns of earlier histories share
 * its memory. Rows after the last value take no memory.
 */
export class ColumnBuilder {
  #kind: ColumnKind | undefined;
  /** Numbers, or codes of texts. Absent before the first value. */
  #values: Float64Array | Uint32Array | undefined;
  /** The integers beyond 2^53, and 0 in other rows. */
  #exact: BigInt64Array | undefined;
  /** The number of rows up to the last value. */
  #length = 0;
  readonly #texts: (string | undefined)[] = [undefined];
  readonly #codes = new Map<string, number>();
  #textBytes = 0;

  /** @param kind absent: the first value decides */
  constructor(kind?: ColumnKind) {
    this.#kind = kind;
  }

  get bytes(): number {
    const [values, exact] = [this.#values?.BYTES_PER_ELEMENT ?? 0, this.#exact?.BYTES_PER_ELEMENT ?? 0];
    return this.#length * (values + exact) + this.#textBytes;
  }

  /** Sets the value of a row. A value of another kind is left out, or becomes a text. */
  set(row: number, value: ColumnValue): void {
    if (value === undefined) return;
    this.#kind ??= typeof value === 'string' ? 'text' : 'number';
    if (this.#kind === 'text') this.#store(row, this.#codeOf(String(value)));
    else if (typeof value === 'number' && Number.isFinite(value)) this.#store(row, value);
    else if (typeof value === 'bigint') this.#storeInteger(row, value);
  }

  fill(rowCount: number, valueAt: (row: number) => ColumnValue): this {
    for (let row = 0; row < rowCount; row++) this.set(row, valueAt(row));
    return this;
  }

  /** Returns a function that makes the column of the first rows, as they are now. */
  first(rowCount: number): () => HistoryColumn {
    const [kind, textCount] = [this.#kind, this.#texts.length];
    // The first value decides how the values are stored.
    if (kind !== undefined) this.#reserve(rowCount);
    const values = this.#values?.subarray(0, rowCount);
    const exact = this.#exact?.subarray(0, rowCount);
    return () => {
      if (kind === 'number') return { kind, values: values as Float64Array, ...(exact && { exact }) };
      // A column without a value gets its kind only from a later row, which is not in this history.
      const codes = kind === undefined ? new Uint32Array(rowCount) : (values as Uint32Array);
      return { kind: 'text', values: codes, texts: Object.freeze(this.#texts.slice(0, textCount)) };
    };
  }

  #store(row: number, value: number): void {
    this.#reserve(row + 1);
    (this.#values as Float64Array | Uint32Array)[row] = value;
    this.#length = row + 1;
  }

  #storeInteger(row: number, value: bigint): void {
    this.#store(row, Number(value));
    if (Number.isSafeInteger(Number(value)) || BigInt.asIntN(64, value) !== value) return;
    this.#exact ??= new BigInt64Array(this.#values?.length ?? 0);
    this.#exact[row] = value;
  }

  /** Makes room for rows, in steps, so that rows are not copied each time. Further rows have no value. */
  #reserve(rowCount: number): void {
    const { length } = (this.#values ??= this.#kind === 'text' ? new Uint32Array() : new Float64Array());
    if (rowCount <= length) return;
    const room = Math.max(rowCount, Math.ceil(length * 1.5), 16);
    const values = this.#kind === 'text' ? new Uint32Array(room) : new Float64Array(room).fill(NaN, length);
    values.set(this.#values);
    this.#values = values;
    if (this.#exact === undefined) return;
    const exact = new BigInt64Array(room);
    exact.set(this.#exact);
    this.#exact = exact;
  }

  #codeOf(text: string): number {
    const known = this.#codes.get(text);
    if (known !== undefined) return known;
    this.#codes.set(text, this.#texts.length);
    // Its characters, two references and an entry of the map.
    this.#textBytes += 64 + 2 * text.length;
    return this.#texts.push(text) - 1;
  }
}

export function buildColumn(kind: ColumnKind, rowCount: number, valueAt: (row: number) => ColumnValue): HistoryColumn {
  return new ColumnBuilder(kind).fill(rowCount, valueAt).first(rowCount)();
}
