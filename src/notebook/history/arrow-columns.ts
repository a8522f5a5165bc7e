import type { Data, Vector } from 'apache-arrow';
import type { HistoryColumn } from './history.js';

export type Arrow = typeof import('apache-arrow');

/** Times are signed 64-bit integers of Unix milliseconds. */
export function timeColumn(arrow: Arrow, at: Float64Array): Vector {
  const times = BigInt64Array.from(at, (time) => BigInt(time));
  const type = new arrow.Timestamp(arrow.TimeUnit.MILLISECOND, 'UTC');
  return arrow.makeVector(arrow.makeData({ type, data: times, nullCount: 0 }));
}

/** Numbers are 64-bit floats, and texts a dictionary with 32-bit codes. Absent values are null. */
export function arrowColumn(arrow: Arrow, column: HistoryColumn): Vector {
  return column.kind === 'number' ? numberColumn(arrow, column.values) : textColumn(arrow, column);
}

function numberColumn(arrow: Arrow, values: Float64Array): Vector {
  const { nullBitmap, nullCount } = nullsOf(values.length, (row) => Number.isNaN(values[row]));
  const type = new arrow.Float64();
  return arrow.makeVector(arrow.makeData({ type, data: values, nullBitmap, nullCount }));
}

function textColumn(arrow: Arrow, { values, texts }: HistoryColumn & { readonly kind: 'text' }): Vector {
  const { nullBitmap, nullCount } = nullsOf(values.length, (row) => values[row] === 0);
  const codes = Int32Array.from(values, (code) => Math.max(0, code - 1));
  const dictionary = arrow.vectorFromArray(texts.slice(1) as string[], new arrow.Utf8());
  const type = new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32());
  const data = arrow.makeData({ type, data: codes, dictionary, nullBitmap, nullCount });
  return arrow.makeVector(data);
}

/** A bit for each row, which is 1 where the row has a value. */
function nullsOf(rowCount: number, isAbsent: (row: number) => boolean): { nullBitmap: Uint8Array; nullCount: number } {
  const nullBitmap = new Uint8Array((rowCount + 7) >> 3);
  let nullCount = 0;
  for (let row = 0; row < rowCount; row++) {
    if (isAbsent(row)) nullCount += 1;
    else nullBitmap[row >> 3] = (nullBitmap[row >> 3] as number) | (1 << (row & 7));
  }
  return { nullBitmap, nullCount };
}

/** @throws Error if the vector has other types than a history. */
export function readTimes(arrow: Arrow, vector: Vector): Float64Array {
  if (!arrow.DataType.isTimestamp(vector.type)) throw new Error('the times are missing');
  const times = new Float64Array(vector.length);
  let row = 0;
  for (const { values, length } of vector.data as readonly Data[])
    for (let place = 0; place < length; place++) times[row++] = Number((values as BigInt64Array)[place]);
  return times;
}

/** @throws Error if the vector has other types than a history. */
export function readColumn(arrow: Arrow, vector: Vector): HistoryColumn {
  if (arrow.DataType.isFloat(vector.type)) return { kind: 'number', values: readNumbers(vector) };
  if (arrow.DataType.isDictionary(vector.type)) return readTexts(vector);
  throw new Error('a column has another type');
}

function readNumbers(vector: Vector): Float64Array {
  const values = new Float64Array(vector.length);
  let row = 0;
  for (const data of vector.data as readonly Data[])
    for (let place = 0; place < data.length; place++)
      values[row++] = data.getValid(place) ? ((data.values as Float64Array)[place] as number) : NaN;
  return values;
}

function readTexts(vector: Vector): HistoryColumn {
  const values = new Uint32Array(vector.length);
  const texts: (string | undefined)[] = [undefined];
  const codes = new Map<string, number>();
  let row = 0;
  for (const data of vector.data as readonly Data[]) {
    const dictionary = data.dictionary as Vector;
    const codeOf = Array.from(dictionary, (text: string) => {
      const code = codes.get(text) ?? texts.push(text) - 1;
      codes.set(text, code);
      return code;
    });
    for (let place = 0; place < data.length; place++, row++) {
      if (!data.getValid(place)) continue;
      const code = codeOf[(data.values as Int32Array)[place] as number];
      if (code === undefined) throw new Error('a text is missing');
      values[row] = code;
    }
  }
  return { kind: 'text', values, texts };
}
