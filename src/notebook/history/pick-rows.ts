import { columnOf, createHistory } from './create-history.js';
import type { History, HistoryColumn } from './history.js';

const BYTES = 8;

/** Rows of a history with the times that they get. */
export interface PickedRows extends Pick<History, 'to'> {
  /** Their numbers in the history. */
  readonly rows: Uint32Array;
  /** Unix milliseconds, ascending. @default their own */
  readonly at?: Float64Array;
  /** @default all */
  readonly fields?: readonly string[];
  /** @default those of the history */
  readonly duplicateRows?: number;
}

/** Makes a history of rows of another, which share its texts. */
export function pickRows(history: History, picked: PickedRows): History {
  const { rows, to, fields = history.fields, duplicateRows = history.duplicateRows } = picked;
  const { at = Float64Array.from(rows, (row) => history.at[row] as number) } = picked;
  const names = ['resource', 'id', 'status', ...fields];
  const { droppedRows } = history;
  return createHistory({
    rowCount: rows.length,
    from: at[0] ?? to,
    to: Math.max(to, at.at(-1) ?? to),
    droppedRows,
    duplicateRows,
    bytes: rows.length * BYTES * (1 + names.length),
    at,
    columns: new Map(names.map((name) => [name, () => pickFrom(columnOf(history, name), rows)])),
  });
}

/** Returns the numbers of rows in the order of time. Rows of one time stay in their order. */
export function timeOrder(at: Float64Array): Uint32Array {
  const rows = Uint32Array.from(at, (_, row) => row);
  const isSorted = at.every((time, row) => row === 0 || time >= (at[row - 1] as number));
  return isSorted ? rows : rows.sort((one, other) => (at[one] as number) - (at[other] as number) || one - other);
}

function pickFrom(column: HistoryColumn, rows: Uint32Array): HistoryColumn {
  if (column.kind === 'text') return pickTexts(column.texts, column.values, rows);
  const { values, exact } = column;
  const picked = Float64Array.from(rows, (row) => values[row] as number);
  return exact === undefined
    ? { kind: 'number', values: picked }
    : { kind: 'number', values: picked, exact: BigInt64Array.from(rows, (row) => exact[row] as bigint) };
}

/** Texts that no row has any more are left out: `history.id.texts` lists the ids of a history. */
function pickTexts(texts: readonly (string | undefined)[], codes: Uint32Array, rows: Uint32Array): HistoryColumn {
  const picked: (string | undefined)[] = [undefined];
  const codeOf = new Uint32Array(texts.length);
  const values = new Uint32Array(rows.length);
  for (let place = 0; place < rows.length; place++) {
    const code = codes[rows[place] as number] as number;
    if (code !== 0 && codeOf[code] === 0) codeOf[code] = picked.push(texts[code]) - 1;
    values[place] = codeOf[code] as number;
  }
  return { kind: 'text', values, texts: Object.freeze(picked) };
}
