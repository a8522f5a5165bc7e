import type { HistoryColumn } from './history.js';

export type ColumnKind = HistoryColumn['kind'];
/** A bigint is an integer with all its digits. A history keeps those of 64 bits. */
export type ColumnValue = number | bigint | string | undefined;

/** The memory of a stored number, or of the code of a text, in bytes. */
const VALUE_BYTES = 8;

/** A text in a dictionary takes its characters, two references and an entry of the map. */
function bytesOfText({ length }: string): number {
  return 64 + 2 * length;
}

/**
 * A column to which rows are added in their order. Stored values never change, so the columns of earlier histories share
 * its memory. Rows after the last value take no memory.
 */
export class ColumnBuilder {
  #kind: ColumnKind | undefined;
  /** Numbers, or codes of texts. Shorter than the history if the last rows have no value. */
  readonly #values: number[] = [];
  /** The integers beyond 2^53, and 0 in other rows. */
  #exact: BigInt64Array | undefined;
  readonly #texts: (string | undefined)[] = [undefined];
  readonly #codes = new Map<string, number>();
  #textBytes = 0;

  /** @param kind absent: the first value decides */
  constructor(kind?: ColumnKind) {
    this.#kind = kind;
  }

  get bytes(): number {
    return this.#values.length * VALUE_BYTES * (this.#exact === undefined ? 1 : 2) + this.#textBytes;
  }

  /** Sets the value of a row. A value of another kind is left out, or becomes a text. */
  set(row: number, value: ColumnValue): void {
    if (value === undefined) return;
    this.#kind ??= typeof value === 'string' ? 'text' : 'number';
    if (this.#kind === 'text') this.#store(row, this.#codeOf(String(value)), 0);
    else if (typeof value !== 'string' && Number.isFinite(Number(value))) {
      this.#store(row, Number(value), NaN);
      if (typeof value === 'bigint') this.#storeExact(row, value);
    }
  }

  valueAt(row: number): ColumnValue {
    const value = this.#values[row] ?? NaN;
    if (this.#kind === 'text') return this.#texts[value];
    const exact = this.#exact?.[row];
    if (exact) return exact;
    return Number.isNaN(value) ? undefined : value;
  }

  /** Returns a column with some of the rows. Texts that no row has any more take no memory there. */
  select(rows: readonly number[]): ColumnBuilder {
    const selected = new ColumnBuilder(this.#kind);
    rows.forEach((row, place) => selected.set(place, this.valueAt(row)));
    return selected;
  }

  /** Returns a function that makes the column of the first rows, as they are now. */
  first(rowCount: number): () => HistoryColumn {
    const [kind, textCount, exact] = [this.#kind, this.#texts.length, this.#exact];
    return () => {
      const stored = this.#values.slice(0, rowCount);
      if (kind === 'number') {
        const values = new Float64Array(rowCount).fill(NaN, stored.length);
        values.set(stored);
        if (exact === undefined) return { kind, values };
        const digits = new BigInt64Array(rowCount);
        digits.set(exact.subarray(0, rowCount));
        return { kind, values, exact: digits };
      }
      const values = new Uint32Array(rowCount);
      // A column without a value has a kind later than this history.
      if (kind !== undefined) values.set(stored);
      return { kind: 'text', values, texts: Object.freeze(this.#texts.slice(0, textCount)) };
    };
  }

  #store(row: number, value: number, absent: number): void {
    while (this.#values.length < row) this.#values.push(absent);
    this.#values.push(value);
  }

  #storeExact(row: number, value: bigint): void {
    if (BigInt(Number(value)) === value && Number.isSafeInteger(Number(value))) return;
    if (BigInt.asIntN(64, value) !== value) return;
    const grown = this.#exact ?? new BigInt64Array(64);
    if (row < grown.length) this.#exact = grown;
    else (this.#exact = new BigInt64Array(2 * row)).set(grown);
    this.#exact[row] = value;
  }

  #codeOf(text: string): number {
    const known = this.#codes.get(text);
    if (known !== undefined) return known;
    this.#codes.set(text, this.#texts.length);
    this.#textBytes += bytesOfText(text);
    return this.#texts.push(text) - 1;
  }
}
