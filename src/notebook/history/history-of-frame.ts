import * as v from 'valibot';
import type { ResourceKind } from '../../index.js';
import { isCredentialField } from '../../core/records/credential-fields.js';
import type { OptionsOf } from '../../core/shared/option-schemas.js';
import { systemClock } from '../../core/shared/clock.js';
import { printableName } from '../../core/shared/member-path.js';
import { nearestName } from '../../core/shared/read-options.js';
import { resourceKinds } from '../../core/shared/resource-kind.js';
import { buildColumn, type ColumnKind, type ColumnValue } from './column-builder.js';
import { columnNames, createHistory } from './create-history.js';
import type { DataFrame } from './data-frame.js';
import { cellOf, factColumns, fieldOption, kindOfField, THROUGHPUT } from './history-fields.js';
import type { History, HistoryColumn } from './history.js';
import { aTimeZone, timeOption } from './options.js';
import { pickRows, rowComparer, currentRows } from './pick-rows.js';
import { areNumbers, numberOf, numberProblem, timeReader } from './read-cell.js';

/** The options of `historyFrom`: how the columns of your data become a history. */
export interface HistoryMapping {
  /** The columns of the times and of the ids. In a Prometheus answer, `id` is a label of the series. @default time, id */
  readonly time?: string | undefined;
  readonly id?: string | undefined;
  /** The kind of all rows. @default the value of the column `resource`, or `database` without this column */
  readonly resource?: ResourceKind | undefined;
  /**
   * The columns that become fields, or the column of each field: `{ db_max_clients_used: 'connections' }`. In a Prometheus
   * answer, a metric is a column.
   *
   * @default all columns but `time`, `id`, `resource` and `status`, under their own names; `status` is the status of the rows
   */
  readonly fields?: readonly string[] | Readonly<Record<string, string>> | undefined;
  /** The unit of times that are numbers; timestamps of Arrow have their own. @default ms; numbers that look like seconds are refused */
  readonly timeUnit?: 's' | 'ms' | 'us' | 'ns' | undefined;
  /**
   * The zone of texts and timestamps without a zone, such as `Europe/Berlin`; they are refused without it. A time that clocks
   * show twice, or leave out, is refused.
   */
  readonly timeZone?: string | undefined;
  /** The end of the history, Unix milliseconds. No row may be later. @default the last row, which is not in the future */
  readonly to?: number | undefined;
  /** Whether rows of one resource and time with different values are refused, or only the last of them stays. @default refuse */
  readonly contradictions?: 'refuse' | 'last' | undefined;
  /** The character between two cells of CSV. @default the most frequent of comma, semicolon and tab in the first line */
  readonly delimiter?: string | undefined;
}

const aName = v.pipe(
  v.string('the name of a column'),
  v.nonEmpty('the name of a column'),
  v.check((name) => !isCredentialField(name), 'another column: a credential is never captured'),
);

export const mappingSchema = {
  time: v.optional(aName, 'time'),
  id: v.optional(aName, 'id'),
  resource: v.optional(v.picklist(['database', 'index'], '"database" or "index"')),
  fields: v.optional(
    v.union([v.array(aName), v.record(v.string(), aName)], 'a list of columns, or the column of each field'),
  ),
  timeUnit: v.optional(v.picklist(['s', 'ms', 'us', 'ns'], '"s", "ms", "us" or "ns"')),
  timeZone: v.optional(aTimeZone),
  to: v.optional(timeOption),
  contradictions: v.optional(v.picklist(['refuse', 'last'], '"refuse" or "last"'), 'refuse'),
  delimiter: v.optional(v.pipe(v.string('a character'), v.regex(/^[^"\r\n]$/, 'a character'))),
};

export type ParsedMapping = OptionsOf<typeof mappingSchema>;

const STATUSES: readonly unknown[] = ['fresh', 'stale', 'missing', 'forgotten'];
const DAY_MS = 86_400_000;

/** @throws FleetError `invalid-request` with the problems of the columns, or else with those of the rows */
export function historyOfFrame(frame: DataFrame, mapping: ParsedMapping): History {
  const { names, problems } = frame;
  const { id, resource, contradictions } = mapping;
  problems.refuse();
  const fields = fieldsOf(frame, mapping);
  problems.refuse();
  const factsOf = (name: string): ArrayLike<unknown> =>
    names.includes(name) && ![...fields.values()].includes(name) ? frame.column(name) : [];
  const kinds = resource === undefined ? resourceKinds : [resource];
  const at = timesOf(frame, mapping);
  const columns = new Map([
    ['resource', factColumn(frame, 'resource', resource ? [] : factsOf('resource'), kinds)],
    ['id', idColumn(frame, id)],
    ['status', factColumn(frame, 'status', factsOf('status'), STATUSES)],
    ...[...fields].map(([field, name]) => [field, fieldColumn(frame, field, name)] as const),
  ]);
  problems.refuse();
  const all = createHistory({
    to: mapping.to ?? frame.to ?? at[0] ?? systemClock.now(),
    droppedRows: frame.droppedRows ?? 0,
    at,
    columns: new Map([...columns].map(([name, column]) => [name, () => column])),
  });
  const advice = 'set mapping.contradictions to "last" to let the later row hold';
  // A capture adds a row again when it learns of an earlier point of the throughput.
  const isOwnForm = factColumns.every((name, place) => names[place] === name);
  const others = columnNames(all).filter((name) => !isOwnForm || fields.get(name) !== THROUGHPUT);
  const isCorrection = rowComparer(all, others);
  const rows = currentRows(all, (row, before) => {
    if (contradictions === 'refuse' && !isCorrection(row, before))
      problems.add(row, `contradicts row ${before + 1}, of the same time and id: ${advice}`);
  });
  problems.refuse();
  return pickRows(all, rows, { duplicateRows: all.rowCount - rows.length });
}

function fieldsOf({ names, problems }: DataFrame, { time, id, fields }: ParsedMapping): ReadonlyMap<string, string> {
  const facts = [time, id, 'time', 'id', 'resource', 'status'];
  const given = fields ?? names.filter((name) => !facts.includes(name));
  const wanted = new Map(Array.isArray(given) ? given.map((name: string) => [name, name]) : Object.entries(given));
  const known = names.slice(0, 50).map(printableName).join(', ');
  const demand = (option: string, name: string): void => {
    if (names.length === 0 || names.includes(name)) return;
    const meant = nearestName(name, names);
    const hint = meant === undefined ? '' : `; did you mean ${printableName(meant)}?`;
    problems.addAt(option, `no column ${printableName(name)}, the columns are ${known}${hint}`);
  };
  demand('mapping.time', time);
  demand('mapping.id', id);
  const advice = fields === undefined ? '; name the columns to take as mapping.fields' : '';
  for (const [field, name] of wanted) {
    demand('mapping.fields', name);
    const { issues } = v.safeParse(fieldOption, field, { message: ({ expected }) => String(expected) });
    if (issues !== undefined) problems.addAt(`field ${printableName(field)}`, `expected ${issues[0].message}${advice}`);
  }
  return wanted;
}

function timesOf(frame: DataFrame, { time, timeUnit, timeZone, to }: ParsedMapping): Float64Array {
  const { problems } = frame;
  const readTime = timeReader(timeUnit, timeZone);
  const values = frame.column(time);
  const latest = to ?? frame.to ?? systemClock.now() + DAY_MS;
  const isLate =
    to === undefined ? 'in the future: check mapping.timeUnit, or set mapping.to' : 'later than mapping.to';
  const at = new Float64Array(frame.rowCount);
  for (let row = 0; row < at.length && !problems.isFull; row++) {
    const found = readTime(values[row]);
    if (typeof found === 'string') problems.add(row, `${time}: ${found}`);
    else if (found > latest) problems.add(row, `${time}: ${isLate}`);
    else at[row] = found;
  }
  return at;
}

function idColumn(frame: DataFrame, name: string): HistoryColumn {
  const values = frame.column(name);
  return columnOf(frame, 'text', (row) => {
    const value = values[row];
    const id = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
    if (typeof id === 'string' && id !== '' && id.length <= 1000) return id;
    return frame.problems.add(row, `${name}: expected an id`);
  });
}

/** The column of a resource or a status. Most data has no such column, so each row gets the first known value. */
function factColumn(frame: DataFrame, name: string, values: ArrayLike<unknown>, known: readonly unknown[]) {
  return columnOf(frame, 'text', (row) => {
    const value = values[row] || known[0];
    if (known.includes(value)) return value as string;
    const advice = `to take the column as a field, name it: mapping.fields = { own_${name}: "${name}" }`;
    return frame.problems.add(row, `${name}: expected ${known.join(', ')}; ${advice}`);
  });
}

function fieldColumn(frame: DataFrame, field: string, name: string): HistoryColumn {
  const { isText = false, problems } = frame;
  const values = Array.from(frame.column(name), (given): ColumnValue => {
    // `cellOf` would cut texts: a capture has texts of JSON that are longer than its other texts.
    const value = typeof given === 'string' ? given : cellOf(given);
    return isText && value === '' ? undefined : value;
  });
  const kind = kindOfField(field) ?? (areNumbers(values, isText) ? 'number' : 'text');
  return columnOf(frame, kind, (row) => {
    const value = values[row];
    if (kind === 'text' || value === undefined) return value;
    const problem = numberProblem(field, value);
    if (problem !== undefined) problems.add(row, `${name}: ${problem}`);
    return numberOf(value);
  });
}

function columnOf({ rowCount, problems }: DataFrame, kind: ColumnKind, valueAt: (row: number) => ColumnValue) {
  return buildColumn(kind, rowCount, (row) => (problems.isFull ? undefined : valueAt(row)));
}
