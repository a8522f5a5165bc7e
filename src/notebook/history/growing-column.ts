import type { HistoryColumn } from './history.js';

export type ColumnKind = HistoryColumn['kind'];
export type ColumnValue = number | string | undefined;

/** The memory of several columns. The columns keep the numbers up to date. */
export interface ColumnMemory {
  /** The memory of a row, in bytes. */
  rowBytes: number;
  /** The memory of the dictionaries, in bytes. */
  textBytes: number;
}

/**
 * A column that gets rows at its end. Stored values never change, so that a column of the first rows can share its memory.
 * Without a value, a column takes no memory.
 */
export interface GrowingColumn {
  /** Sets the value of a row that has none. @param capacity the rows for which the column needs memory */
  set(row: number, value: ColumnValue, capacity: number): void;
  /** Moves the first rows to memory for `capacity` rows. */
  resize(rowCount: number, capacity: number): void;
  /** Moves the rows `kept` to memory for `capacity` rows. */
  select(kept: Uint32Array, capacity: number): void;
  /** Returns a function that makes the column of the first rows, as they are now. */
  first(rowCount: number): () => HistoryColumn;
}

/** A column of texts. */
export interface GrowingTextColumn extends GrowingColumn {
  /** The number of a text in the dictionary; it is added if it is absent. */
  codeOf(text: string): number;
  /** The number of the text of a row. */
  codeAt(row: number): number;
  first(rowCount: number): () => HistoryColumn & { readonly kind: 'text' };
}

/** A text in a dictionary takes its characters, two references and an entry of the map. */
function bytesOf({ length }: string): number {
  return 64 + 2 * length;
}

/** @param kind absent: the first value decides */
export function createGrowingColumn(memory: ColumnMemory, kind?: ColumnKind): GrowingColumn {
  if (kind === 'number') return createNumberColumn(memory);
  return kind === 'text' ? createTextColumn(memory) : createUndecidedColumn(memory);
}

function createNumberColumn(memory: ColumnMemory): GrowingColumn {
  let values: Float64Array | undefined;

  return {
    set(row, value, capacity) {
      const isNumber = typeof value === 'number' && Number.isFinite(value);
      if (!isNumber && values === undefined) return;
      if (values === undefined) {
        values = new Float64Array(capacity).fill(NaN);
        memory.rowBytes += values.BYTES_PER_ELEMENT;
      }
      values[row] = isNumber ? value : NaN;
    },
    resize(rowCount, capacity) {
      if (values === undefined) return;
      const before = values.subarray(0, rowCount);
      values = new Float64Array(capacity).fill(NaN, rowCount);
      values.set(before);
    },
    select(kept, capacity) {
      if (values === undefined) return;
      const before = values;
      values = new Float64Array(capacity).fill(NaN, kept.length);
      for (let row = 0; row < kept.length; row++) values[row] = before[kept[row] as number] as number;
    },
    first(rowCount) {
      const stored = values;
      return () => ({
        kind: 'number',
        values: stored === undefined ? new Float64Array(rowCount).fill(NaN) : stored.subarray(0, rowCount),
      });
    },
  };
}

export function createTextColumn(memory: ColumnMemory): GrowingTextColumn {
  let values: Uint32Array | undefined;
  let texts: (string | undefined)[] = [undefined];
  let codes = new Map<string, number>();
  let textBytes = 0;
  let [lastText, lastCode]: [string | undefined, number] = [undefined, 0];

  function codeOf(text: string): number {
    // Most values are the same as in the row before: a comparison is cheaper than a search.
    if (text !== lastText) [lastText, lastCode] = [text, codes.get(text) ?? add(text)];
    return lastCode;
  }

  function add(text: string): number {
    codes.set(text, texts.length);
    textBytes += bytesOf(text);
    memory.textBytes += bytesOf(text);
    return texts.push(text) - 1;
  }

  return {
    codeOf,
    codeAt: (row) => values?.[row] ?? 0,
    set(row, value, capacity) {
      if (value === undefined) return;
      if (values === undefined) {
        values = new Uint32Array(capacity);
        memory.rowBytes += values.BYTES_PER_ELEMENT;
      }
      values[row] = codeOf(String(value));
    },
    resize(rowCount, capacity) {
      if (values === undefined) return;
      const before = values.subarray(0, rowCount);
      values = new Uint32Array(capacity);
      values.set(before);
    },
    select(kept, capacity) {
      if (values === undefined) return;
      const [before, textsBefore] = [values, texts];
      memory.textBytes -= textBytes;
      lastText = undefined;
      // Texts that no row has any more must not take memory for ever.
      [values, texts, codes, textBytes] = [new Uint32Array(capacity), [undefined], new Map(), 0];
      for (let row = 0; row < kept.length; row++) {
        const text = textsBefore[before[kept[row] as number] as number];
        if (text !== undefined) values[row] = codeOf(text);
      }
    },
    first(rowCount) {
      const [stored, storedTexts, textCount] = [values, texts, texts.length];
      return () => ({
        kind: 'text',
        values: stored === undefined ? new Uint32Array(rowCount) : stored.subarray(0, rowCount),
        texts: Object.freeze(storedTexts.slice(0, textCount)),
      });
    },
  };
}

/** A column of an undocumented field. */
function createUndecidedColumn(memory: ColumnMemory): GrowingColumn {
  let column: GrowingColumn | undefined;
  return {
    set(row, value, capacity) {
      if (value === undefined && column === undefined) return;
      column ??= createGrowingColumn(memory, typeof value === 'number' ? 'number' : 'text');
      column.set(row, value, capacity);
    },
    resize: (rowCount, capacity) => column?.resize(rowCount, capacity),
    select: (kept, capacity) => column?.select(kept, capacity),
    first: (rowCount) => (column ?? createTextColumn(memory)).first(rowCount),
  };
}
