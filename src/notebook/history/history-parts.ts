import { bisectRight, max, range, sum } from 'd3-array';
import * as v from 'valibot';
import { checkOptions } from '../../core/shared/read-options.js';
import { issueUnless, refuseIssues } from '../../core/shared/refuse-issues.js';
import { buildColumn, type ColumnValue } from './column-builder.js';
import { columnNames, columnOf, createHistory, exactValueOf } from './create-history.js';
import { requireHistory, type History, type HistoryColumn, type HistoryRow } from './history.js';
import { integerFrom, timeOption } from './options.js';
import { createResourceStates, pickRows, rowComparer, currentRows } from './pick-rows.js';

/** The options of `slice`. */
export interface SliceOptions {
  /** The ids of the databases and vector indices. @default all */
  readonly ids?: readonly string[] | undefined;
  /** The beginning and the end, Unix milliseconds. Rows of both times belong to the slice. @default those of the history */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** @default all */
  readonly fields?: readonly string[] | undefined;
}

/** The options of `toGrid`. */
export interface GridOptions {
  /** The time between two rows of a resource, milliseconds, an integer from 1. */
  readonly everyMs: number;
}

/** The ids of a history. Those of own data may be any text. */
export const historyIdsOption = v.optional(v.array(v.string('an id'), 'an array of ids'));

const sliceSchema = {
  ids: historyIdsOption,
  from: v.optional(timeOption),
  to: v.optional(timeOption),
  fields: v.optional(v.array(v.string('the name of a field'), 'a list of field names')),
};

const gridSchema = { everyMs: integerFrom(1) };

/** A grid of this many rows takes a gigabyte. */
const MAX_GRID_ROWS = 2e7;

/**
 * Returns a part of a history: some resources, a time, some fields. If it begins later than the history, each resource that
 * is known then has a row at `from` with the values that hold, and `droppedRows` is 0: the dropped rows are older.
 *
 * @throws FleetError `invalid-request` for wrong options and fields that the history does not have
 * @example
 * ```ts
 * const night = slice(history, { from: Date.UTC(2026, 0, 5, 22), to: Date.UTC(2026, 0, 6, 6), fields: ['state'] });
 * ```
 */
export function slice(history: History, options: SliceOptions = {}): History {
  requireHistory(history);
  const { ids, from = -Infinity, to = history.to, fields } = checkOptions('configure', sliceSchema, options);
  const aField = `not a field of the history, expected one of ${history.fields.join(', ')}`;
  refuseIssues('configure', [
    ...issueUnless(from <= to, 'from', 'expected a time that is not later than the end'),
    ...(fields ?? []).flatMap((field, place) =>
      issueUnless(history.fields.includes(field), `fields[${place}]`, aField),
    ),
  ]);
  const { at, id } = history;
  const ofIds = ids && new Set<string | undefined>(ids);
  const isWanted = id.texts.map((text) => ofIds?.has(text) ?? true);
  const rows = [...lastRows(history, from), ...range(bisectRight(at, from), bisectRight(at, to))];
  const wanted = Uint32Array.from(rows.filter((row) => isWanted[id.values[row] as number]));
  return pickRows(history, wanted, {
    at: Float64Array.from(wanted, (row) => Math.max(from, at[row] as number)),
    to: Math.min(to, history.to),
    ...(from > history.from && { droppedRows: 0 }),
    ...(fields && { fields: [...new Set(fields)] }),
  });
}

/**
 * Returns the state of a fleet at a time: the last row of each resource until then. Resources that were forgotten are left
 * out.
 *
 * @throws FleetError `invalid-request` for a value that is not a time in Unix milliseconds
 * @example
 * ```ts
 * lastAt(history, Date.UTC(2026, 0, 5, 3)).filter(({ values }) => values.state === 'suspended');
 * ```
 */
export function lastAt(history: History, time: number): HistoryRow[] {
  requireHistory(history);
  refuseIssues('configure', issueUnless(Number.isFinite(time), 'time', 'expected a time in Unix milliseconds'));
  return lastRows(history, time).map((row) => history.row(row));
}

/**
 * Returns a history with a row of each resource at equal intervals, from the first row of the history to its end. Each row
 * has the values that hold then. Resources that were forgotten have no row. For full hours, take a `slice` from a full hour.
 *
 * @throws FleetError `invalid-request` for wrong options, and for a grid of more than 20 million rows
 * @example
 * ```ts
 * const hourly = toGrid(history, { everyMs: 3_600_000 });
 * ```
 */
export function toGrid(history: History, options: GridOptions): History {
  requireHistory(history);
  const { everyMs } = checkOptions('configure', gridSchema, options);
  const { from, to, at, rowCount } = history;
  const state = createResourceStates(history);
  const mostRows = Math.floor((to - from) / everyMs + 1) * history.id.texts.length;
  const problem = `expected a longer time: the grid would have up to ${mostRows} rows, and may have ${MAX_GRID_ROWS}`;
  refuseIssues('configure', issueUnless(mostRows <= MAX_GRID_ROWS, 'everyMs', problem));
  const rows: number[] = [];
  const times: number[] = [];
  let next = 0;
  for (let time = from; time <= to && rowCount > 0; time += everyMs) {
    while (next < rowCount && (at[next] as number) <= time) state.take(next++);
    for (const row of state.rows()) {
      rows.push(row);
      times.push(time);
    }
  }
  return pickRows(history, Uint32Array.from(rows), { at: Float64Array.from(times) });
}

/** The last row of each resource until a time, in the order of the rows. */
function lastRows(history: History, time: number): number[] {
  const { at, rowCount } = history;
  const state = createResourceStates(history);
  for (let row = 0; row < rowCount && (at[row] as number) <= time; row++) state.take(row);
  return [...state.rows()].toSorted((one, other) => one - other);
}

/**
 * Joins histories of several times, or of several fleets. The result has all their fields, and their rows in the order of time.
 * At the beginning of a history, and at the same time, a row that repeats the last row of its resource is left out. So slices
 * that follow each other become the whole. If rows of one resource and time have different values, the row of the later
 * argument stays. In a gap between two histories, the last known values hold.
 *
 * @throws FleetError `invalid-request` without a history
 * @example
 * ```ts
 * const week = concat(...(await Promise.all(files.map(async (file) => historyFrom(await readFile(file))))));
 * ```
 */
export function concat(...histories: readonly History[]): History {
  refuseIssues('configure', issueUnless(histories.length > 0, 'histories', 'expected at least one history'));
  for (const history of histories) requireHistory(history);
  const names = columnNames({ fields: [...new Set(histories.flatMap(({ fields }) => fields))] });
  const joined = createHistory({
    to: max(histories, ({ to }) => to) as number,
    droppedRows: sum(histories, ({ droppedRows }) => droppedRows),
    duplicateRows: sum(histories, ({ duplicateRows }) => duplicateRows),
    at: Float64Array.from(histories.flatMap((history) => [...history.at])),
    columns: new Map(names.map((name) => [name, () => joinColumns(histories, name)])),
  });
  const begins = histories.flatMap(({ rowCount, from }) => Array<number>(rowCount).fill(from));
  const states = createResourceStates(joined);
  const isSame = rowComparer(joined);
  const rows = currentRows(joined).filter((row) => {
    const before = states.take(row);
    const mayRepeat = before !== undefined && joined.at[row] === begins[row];
    return !mayRepeat || !isSame(row, before);
  });
  return pickRows(joined, rows);
}

/** The values of one field of all histories. Rows of a history without the field have no value. */
function joinColumns(histories: readonly History[], name: string): HistoryColumn {
  const parts = histories.map((history) => (columnNames(history).includes(name) ? columnOf(history, name) : undefined));
  // A column without values has texts, and joins numbers too.
  const hasTexts = parts.some((part) => part?.kind === 'text' && part.texts.length > 1);
  const kind = !hasTexts && parts.some((part) => part?.kind === 'number') ? 'number' : 'text';
  const values = histories.flatMap(({ rowCount }, place) => {
    const part = parts[place];
    return Array.from({ length: rowCount }, (_, row): ColumnValue => part && exactValueOf(part, row));
  });
  return buildColumn(kind, values.length, (row) => values[row]);
}
