import { issueUnless, refuseIssues } from '../../core/shared/refuse-issues.js';
import { ColumnBuilder } from './column-builder.js';
import { columnOf, createHistory, exactValueOf, isSameAt } from './create-history.js';
import { refuseOtherThanHistory, type History, type HistoryColumn } from './history.js';
import { pickRows } from './pick-rows.js';
import { ResourceStates, rowsThatHold } from './resource-states.js';

/**
 * Joins histories: of several times, or of several fleets. It has all their fields, and their rows in the order of time. A
 * row that repeats its resource's last one, at the beginning of a history or at the same time, is left out. So slices that
 * follow each other become the whole. Of rows of one resource and time with different values, the row of the later argument
 * holds. In a gap between two histories, the last known values hold.
 *
 * @throws FleetError `invalid-request` without a history
 * @example
 * ```ts
 * const week = concat(...(await Promise.all(files.map(async (file) => historyFrom(await readFile(file))))));
 * ```
 */
export function concat(...histories: readonly History[]): History {
  refuseIssues('configure', issueUnless(histories.length > 0, 'histories', 'expected at least one history'));
  for (const history of histories) refuseOtherThanHistory(history);
  const sum = (numberOf: (history: History) => number): number =>
    histories.reduce((total, history) => total + numberOf(history), 0);
  const names = ['resource', 'id', 'status', ...new Set(histories.flatMap(({ fields }) => fields))];
  const columns = names.map((name) => joinColumns(histories, name));
  const at = Float64Array.from(histories.flatMap((history) => [...history.at]));
  const joined = createHistory({
    rowCount: at.length,
    from: 0, // of the rows that stay
    to: histories.reduce((most, { to }) => Math.max(most, to), -Infinity),
    droppedRows: sum(({ droppedRows }) => droppedRows),
    duplicateRows: sum(({ duplicateRows }) => duplicateRows),
    bytes: sum(({ bytes }) => bytes),
    at,
    columns: new Map(names.map((name, place) => [name, () => columns[place] as HistoryColumn])),
  });
  const begins = histories.flatMap(({ rowCount, from }) => Array<number>(rowCount).fill(from));
  const states = new ResourceStates(joined);
  const rows = rowsThatHold(joined, columns).filter((row) => {
    const before = states.take(row);
    const mayRepeat = before !== undefined && at[row] === begins[row];
    return !mayRepeat || !columns.every((column) => isSameAt(column, row, before));
  });
  return pickRows(joined, { rows, to: joined.to });
}

/** The values of one field of all histories. Rows of a history without the field have no value. */
function joinColumns(histories: readonly History[], name: string): HistoryColumn {
  const parts = histories.map((history) => (hasColumn(history, name) ? columnOf(history, name) : undefined));
  const kinds = new Set(parts.flatMap((part) => part?.kind ?? []));
  const builder = new ColumnBuilder(kinds.has('text') ? 'text' : 'number');
  let row = 0;
  histories.forEach(({ rowCount }, place) => {
    const part = parts[place];
    for (let own = 0; own < rowCount; own++, row++) builder.set(row, part && exactValueOf(part, own));
  });
  return builder.first(row)();
}

function hasColumn({ fields }: History, name: string): boolean {
  return ['resource', 'id', 'status', ...fields].includes(name);
}
